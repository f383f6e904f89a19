do $$
begin
  -- Of an empty store nothing has to be carried over, and it has no administrator to be kept.
  if not exists (select from account) then
    return;
  end if;
  -- What happened to someone in the queue is read by one call, /api/Waiting/detail_history (spec.md section 7), with a code of its own. Whoever
  -- read it before, by either of the two calls that there were, goes on reading it.
  update role
  set permission = array_append(array_remove(permission, '/api/waiting_event/index'), '/api/Waiting/detail_history')
  where permission && '{/api/waiting_event/index,/api/Waiting/detail}' and not permission @> '{/api/Waiting/detail_history}';
end
$$;
