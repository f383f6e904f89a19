-- Whose a wrong try was and where it came from, so that the owner can be told, and given all of them back.
alter table login_failure add column account text;
alter table login_failure add column address text;
create index login_failure_account on login_failure (account) where account is not null;

-- A browser that has logged in to an account before: it has tries of its own.
create table known_browser (
  token_hash bytea not null,
  login text not null,
  user_id integer not null references account on delete cascade,
  seen_at bigint not null default epoch_now(),
  primary key (token_hash, login)
);
create index known_browser_login on known_browser (login, seen_at);
create index known_browser_user on known_browser (user_id);

-- Until when the owner has been told of the guesses that go on.
create table login_warning (user_id integer primary key references account on delete cascade, began bigint not null, until bigint not null);
