{application, shop,
 [{description, "two servers, one of which needs the other"},
  {vsn, "1"},
  {registered, [shop, shelf, till]},
  {applications, [kernel, stdlib]},
  {mod, {shop, []}}]}.
