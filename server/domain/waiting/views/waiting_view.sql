-- The place of someone who waits: those of the same project and kind of room who stand before.
create view waiting_view as
select
  w.*,
  case when w.status = {{waiting.queued}} then 1 + (
    select count(*) from waiting before
    where before.status = {{waiting.queued}} and before.p_id = w.p_id and before.room_type = w.room_type and before.queue_order < w.queue_order
  )::integer end as rank
from waiting w
