-- What the sender keeps beside the declaration: 操作日志 tells what became of a message, not each try.
alter table outbox
  add column attempts integer not null default 0,
  -- When it may be tried; none where it is not to be sent.
  add column next_at bigint,
  add column tried_at bigint,
  add column error text;
create index outbox_due on outbox (channel, next_at) where next_at is not null;
-- How many left in the last minute.
create index outbox_tried on outbox (channel, tried_at) where tried_at is not null;
