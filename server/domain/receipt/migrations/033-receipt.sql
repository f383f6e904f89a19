-- Receipts have a number of their own that has no gaps, and money has at most one that stands (docs/decisions/049-invoices.md).
create index receipt_line_of on receipt_line (receipt_id) include (flow_id, price);
create index receipt_line_flow on receipt_line (flow_id);
alter table receipt add constraint receipt_price check (price > 0 and flows > 0);
alter table receipt_line add constraint receipt_line_price check (price > 0);

-- Rivals meet at the entry, as all do who allocate or reverse it, and count after they hold it.
create function receipt_line_came() returns trigger language plpgsql as $$
declare
  entry record;
begin
  select type, price, reverses into entry from flow where flow_id = new.flow_id for no key update;
  if entry.type <> 1 or entry.reverses is not null or entry.price <> new.price or exists (select from flow where reverses = new.flow_id) then
    raise exception '只有没有红冲的收入流水可以开收据' using constraint = 'receipt_line_of_money', errcode = 'check_violation';
  end if;
  if exists (
    select from receipt_line l join receipt r on r.receipt_id = l.receipt_id
    where l.flow_id = new.flow_id and l.line_id <> new.line_id and r.status = 1
  ) then
    raise exception '流水 % 已有收据', new.flow_id using constraint = 'receipt_line_once', errcode = 'check_violation';
  end if;
  return null;
end
$$;

create function receipt_line_stays() returns trigger language plpgsql as $$
begin
  raise exception '收据的收款只能追加' using constraint = 'receipt_stays', errcode = 'check_violation';
end
$$;
create trigger receipt_line_stays before update or delete on receipt_line for each row execute function receipt_line_stays();
create trigger receipt_line_no_truncate before truncate on receipt_line for each statement execute function receipt_line_stays();

-- What a receipt says of money stays; whom it names may turn out to be another record.
create function receipt_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (new.number, new.payer, new.price, new.flows, new.created_at) is distinct from (old.number, old.payer, old.price, old.flows, old.created_at)
    or old.status = 2 and new.status <> 2 then
    raise exception '收据不能修改或删除，错了请作废' using constraint = 'receipt_stays', errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger receipt_stays before update or delete on receipt for each row execute function receipt_stays();

-- Papers that were printed before keep their numbers: each is a receipt. Where money had several, because its entry was written anew, the last one stands.
insert into receipt (number, payer, price, flows, status, void_why, custom_id, company_id, p_id, created_by, created_at)
select p.number, f.custom_name, f.price, 1, case when p.place = 1 then 1 else 2 end, case when p.place > 1 then '同一笔收款另开了收据' end,
  f.custom_id, f.company_id, f.p_id, p.created_by, p.created_at
from (select *, row_number() over (partition by record_id order by print_id desc) as place from print where name = 'receipt' and resource = 'flow') p
join flow f on f.flow_id = p.record_id order by p.print_id;
insert into receipt_line (receipt_id, flow_id, price, p_id)
select r.receipt_id, f.flow_id, f.price, f.p_id
from receipt r join print p on p.number = r.number join flow f on f.flow_id = p.record_id order by r.receipt_id;
alter table print disable trigger print_kept;
update print p set name = 'receipt_paper', resource = 'receipt', record_id = r.receipt_id, record_title = r.number
from receipt r where p.name = 'receipt' and p.resource = 'flow' and r.number = p.number;
alter table print enable trigger print_kept;

create trigger receipt_line_came after insert on receipt_line for each row execute function receipt_line_came();
