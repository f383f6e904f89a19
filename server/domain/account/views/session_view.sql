create view session_view as
select session_id, user_id, address, as_role, created_at, seen_at, expires_at, 1 as version
from session
where expires_at > epoch_now()
