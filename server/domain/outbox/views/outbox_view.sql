-- The outbox as 发件箱 shows it.
create view outbox_view as
select
  outbox_id, subject, channel, receiver, state, error, attempts, next_at, sent_at, content, resource, record_id, p_id, key, once, withdrawn_at,
  version, created_by, created_at, updated_at
from outbox
