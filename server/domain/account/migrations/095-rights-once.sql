do $$
begin
  -- Of an empty store nothing has to be mended, and it has no administrator to be kept.
  if not exists (select from account) then
    return;
  end if;
  -- The role of those who look after tenants began with two rights that stood there twice. What is sent twice is refused, so that nobody could
  -- save the role again, whatever was changed in it.
  update role
  set permission = (
    select array_agg(code order by place)
    from (select code, min(place) as place from unnest(permission) with ordinality as held (code, place) group by code) as once
  )
  where cardinality(permission) <> (select count(distinct code) from unnest(permission) as held (code));
end
$$;
