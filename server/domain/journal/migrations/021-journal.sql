-- An event is posted once.
alter table journal_line add constraint journal_posted_once unique (event, source_id, place);
alter table journal_line add constraint journal_side check (side in (1, 2));

-- The lines of a posting are written by one statement, and balance (postings.md): no other lines get in.
create function journal_balances() returns trigger language plpgsql as $$
begin
  if exists (select from came group by event, source_id having sum(case side when 1 then price else -price end) <> 0) then
    raise exception '记账不平：借贷不等' using constraint = 'journal_balanced', errcode = 'check_violation';
  end if;
  return null;
end
$$;
create trigger journal_balances after insert on journal_line referencing new table as came for each statement execute function journal_balances();

-- Whose it is may be another: two entries of one person become one (decision 026).
create function journal_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - '{custom_id,company_id,version,updated_at}'::text[] = to_jsonb(old) - '{custom_id,company_id,version,updated_at}'::text[] then
    return new;
  end if;
  raise exception '分录只能追加，错误请红字更正' using constraint = 'journal_append_only', errcode = 'check_violation';
end
$$;
create trigger journal_append_only before update or delete on journal_line for each row execute function journal_is_append_only();
create trigger journal_no_truncate before truncate on journal_line for each statement execute function journal_is_append_only();

-- So may whoever gave or got the money of an entry.
create function flow_keeps_money() returns trigger language plpgsql as $$
begin
  if (new.custom_id, new.company_id) is distinct from (old.custom_id, old.company_id)
    and to_jsonb(new) - '{custom_id,company_id,version,updated_at}'::text[] = to_jsonb(old) - '{custom_id,company_id,version,updated_at}'::text[] then
    return new;
  end if;
  raise exception '流水只能追加，错误请红冲' using constraint = 'flow_append_only';
end
$$;
drop trigger flow_append_only on flow;
create trigger flow_append_only before delete on flow for each row execute function flow_is_append_only();
create trigger flow_keeps_money before update on flow for each row execute function flow_keeps_money();

-- What a share is less by is asked when it is posted.
create index bill_adjust_of_share on bill_adjust (share_id) include (price);

-- Items that say by their names what they earn.
update cost set income = 2 where name = '房租';
update cost set income = 3 where name = '占用费';
update cost set income = 4 where name = '违约金';
update cost set income = 5 where name = '赔偿';
update cost set expense = 2 where name = '维修费';
update cost set expense = 3 where name = '手续费';
