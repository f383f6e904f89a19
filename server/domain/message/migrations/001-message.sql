alter table message alter column status set not null;
alter table message add constraint message_status check (status in (1, 2, 3));
-- What everyone asks for: their own, of one state, newest first; and how many there are of each.
create index message_own on message (account_id, status, msg_id);

-- Every node that has this person's browser on the line tells it (server/http/eventRoutes.ts).
create function message_tells() returns trigger language plpgsql as $$
begin
  perform pg_notify('anju_message', new.account_id::text);
  return null;
end
$$;
create trigger message_tells after insert or update of status on message for each row execute function message_tells();

-- What someone should hear about their own account, whichever call changed it; background work acts as nobody and tells nothing.
create function account_tells() returns trigger language plpgsql as $$
declare
  actor constant integer := current_setting('anju.actor')::integer;
  who constant text := (select name from account where user_id = actor);
begin
  if new.password <> old.password then
    insert into message (account_id, title, content, create_time) values (new.user_id,
      case when actor = new.user_id then '密码已修改' else '密码已被重置' end,
      case when actor = new.user_id then '你修改了登录密码，其他地方的登录都已退出。若不是你本人操作，请立即联系管理员。'
        else who || ' 重置了你的登录密码，原来的登录都已退出。若事先不知情，请联系管理员。' end,
      epoch_now());
  end if;
  if new.role_id <> old.role_id and actor <> new.user_id then
    insert into message (account_id, title, content, create_time)
    select new.user_id, '角色已变更', who || ' 将你的角色由“' || (select name from role where role_id = old.role_id) || '”改为“' || r.name || '”，可用的页面与操作随之改变。', epoch_now()
    from role r where r.role_id = new.role_id;
  end if;
  return null;
end
$$;
create trigger account_tells after update of password, role_id on account for each row
  when (nullif(current_setting('anju.actor', true), '') is not null) execute function account_tells();

create function session_tells() returns trigger language plpgsql as $$
declare
  actor constant integer := nullif(current_setting('anju.actor', true), '')::integer;
begin
  insert into message (account_id, title, content, create_time)
  select user_id, '登录已被结束', (select name from account where user_id = actor) || ' 结束了你的 ' || count(*) || ' 处登录。若事先不知情，请联系管理员。', epoch_now()
  from ended where user_id <> actor group by user_id;
  return null;
end
$$;
create trigger session_tells after delete on session referencing old table as ended for each statement execute function session_tells();
