-- Input VAT that is turned out again (docs/decisions/052-vat.md): of one entry never more than was deducted of it, and none while it is reversed.
alter table input_tax_out add constraint input_tax_out_price check (case when undoes is null then price > 0 else price < 0 end);
create unique index input_tax_out_undoes on input_tax_out (undoes) where undoes is not null;

-- Rivals meet at the entry, and count only after they hold it.
create function input_tax_out_within() returns trigger language plpgsql as $$
declare
  entry record;
  gone bigint;
begin
  perform from flow where flow_id = new.flow_id for no key update;
  select f.p_id, f.deductible, f.input_tax, f.reverses is not null or exists (select from flow r where r.reverses = f.flow_id) as is_gone into entry
  from flow f where f.flow_id = new.flow_id;
  if entry.deductible is distinct from 1 or entry.is_gone or entry.p_id is distinct from new.p_id then
    raise exception '只有有效的、可抵扣的支出流水能转出进项税' using constraint = 'input_tax_out_of_deducted', errcode = 'check_violation';
  end if;
  if new.undoes is not null and not exists (
    select from input_tax_out o where o.out_id = new.undoes and o.undoes is null and (o.flow_id, o.reason, -o.price) = (new.flow_id, new.reason, new.price)
  ) then
    raise exception '撤销的与原来转出的不符' using constraint = 'input_tax_out_counter', errcode = 'check_violation';
  end if;
  select sum(price) into gone from input_tax_out where flow_id = new.flow_id;
  if gone > entry.input_tax or gone < 0 then
    raise exception '转出的税额超过可转出的' using constraint = 'input_tax_out_within', errcode = 'check_violation';
  end if;
  return null;
end
$$;
create trigger input_tax_out_within after insert on input_tax_out for each row execute function input_tax_out_within();

create function input_tax_out_stays() returns trigger language plpgsql as $$
begin
  raise exception '进项税额转出只能追加，错误请撤销' using constraint = 'input_tax_out_append_only';
end
$$;
create trigger input_tax_out_stays before update or delete on input_tax_out for each row execute function input_tax_out_stays();
create trigger input_tax_out_no_truncate before truncate on input_tax_out for each statement execute function input_tax_out_stays();

-- What was turned out goes back first: a reversal takes back what was deducted whole.
create function flow_not_turned_out() returns trigger language plpgsql as $$
begin
  perform from flow where flow_id = new.reverses for no key update;
  if (select coalesce(sum(price), 0) from input_tax_out where flow_id = new.reverses) <> 0 then
    raise exception '该流水的进项税额已转出，先撤销转出再红冲' using constraint = 'flow_not_turned_out';
  end if;
  return null;
end
$$;
create trigger flow_not_turned_out after insert on flow for each row when (new.reverses is not null and new.deductible = 1) execute function flow_not_turned_out();

-- It tells of what is turned out, too (server/domain/report/views).
drop function if exists vat_months(date) cascade;
