-- Digits are sent not only for a deed by a link: whoever applies by telephone shows so whose it is. What was sent before is good for minutes.
drop table link_check;
create table digit_check (
  about text primary key,
  code_hash bytea not null,
  until bigint not null,
  tries integer not null default 0,
  -- How often some were sent since then.
  sent integer not null default 1,
  since bigint not null,
  sent_at bigint not null,
  -- The messages that told of them.
  messages text[] not null
);
