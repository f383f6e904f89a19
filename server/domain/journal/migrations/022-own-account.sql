-- Those below are the code's (server/domain/journal/chart.ts).
alter table ledger_account alter column ledger_account_id restart with 1000;

create unique index own_account_of_one on own_account (ledger_account_id);

-- An account comes with its own in the chart.
create function own_account_is_booked() returns trigger language plpgsql as $$
begin
  -- Before the chart is asked, where another account may have the code.
  if new.code !~ '^100[12](\.[0-9]{1,8})*$' then
    raise exception '科目编码 % 不是现金或银行存款的', new.code using constraint = 'own_account_code', errcode = 'check_violation';
  end if;
  insert into ledger_account (code, name, kind) values (new.code, case when new.code like '1001%' then '库存现金—' else '银行存款—' end || new.name, 1)
  returning ledger_account_id into new.ledger_account_id;
  return new;
end
$$;
create trigger own_account_is_booked before insert on own_account for each row execute function own_account_is_booked();
