{application, stock,
 [{description, "A supervised counter"},
  {vsn, "1.0"},
  {modules, [stock, stock_server]},
  {registered, [stock_sup, stock_server]},
  {applications, [kernel, stdlib]},
  {env, [{first, 10}]},
  {mod, {stock, []}}]}.
