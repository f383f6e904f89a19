create sequence flow_sn;

alter table flow alter column type set not null;
alter table flow alter column price set not null;
alter table flow alter column custom_name set not null;
alter table flow alter column "from" set not null;
alter table flow alter column from_id set not null;
alter table flow alter column way set not null;
alter table flow alter column deal_time set not null;
alter table flow alter column sn set not null;
alter table flow alter column start_date set not null;
alter table flow alter column end_date set not null;

alter table flow add constraint flow_type check (type in (1, 2));
alter table flow add constraint flow_from check ("from" in (2, 3, 4));
alter table flow add constraint flow_way check (way in (3, 7, 8, 11));
alter table flow add constraint flow_period check (end_date >= start_date);
-- An entry is above zero; only the reversal of one is below.
alter table flow add constraint flow_sign check (case when reverses is null then price > 0 else price < 0 end);
create unique index flow_sn_key on flow (sn);
create unique index flow_reverses_key on flow (reverses);

-- Money that moved is never rewritten (domain.md, invariant 3): a mistake is reversed by an opposite entry, once.
create function flow_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception '流水只能追加，错误请红冲' using constraint = 'flow_append_only';
end
$$;
create trigger flow_append_only before update or delete on flow for each row execute function flow_is_append_only();
create trigger flow_no_truncate before truncate on flow for each statement execute function flow_is_append_only();
