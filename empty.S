{module, empty}.  %% version = 0

{exports, [{module_info,0},{module_info,1}]}.

{attributes, []}.

{labels, 5}.


{function, module_info, 0, 2}.
  {label,1}.
    {line,[]}.
    {func_info,{atom,empty},{atom,module_info},0}.
  {label,2}.
    {move,{atom,empty},{x,0}}.
    {call_ext_only,1,{extfunc,erlang,get_module_info,1}}.


{function, module_info, 1, 4}.
  {label,3}.
    {line,[]}.
    {func_info,{atom,empty},{atom,module_info},1}.
  {label,4}.
    {move,{x,0},{x,1}}.
    {move,{atom,empty},{x,0}}.
    {call_ext_only,2,{extfunc,erlang,get_module_info,2}}.
