do $$
begin
  -- Of an empty store nothing has to be carried over, and it has no administrator to be kept.
  if not exists (select from account) then
    return;
  end if;
  -- The menu's groups have keys of their own (spec.md section 2): whoever was shown something of a group goes on being shown it.
  update role set access = access || '{finance}'::text[]
  where not access @> '{finance}' and access && '{bill_list,flow,meter}'::text[];
  update role set access = access || '{setting}'::text[]
  where not access @> '{setting}' and (
    exists (select from unnest(access) as key where key like 'setting\_%')
    or permission && '{*,/api/statistics/member,/api/statistics/housing,/api/invoice/detail,/api/netSign/detail,/api/structure/tree}'::text[]
  );
  -- Bills are added by whoever may open them (spec.md section 6): no code stands for that any more.
  update role set permission = array_remove(permission, '/api/bill/create') where permission @> '{/api/bill/create}';
end
$$;
