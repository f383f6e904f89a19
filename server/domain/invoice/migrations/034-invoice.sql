-- Requests and invoices (docs/decisions/049-invoices.md): what is invoiced of a bill is never more than it comes to, what is red of a line never more than the line.
create index invoice_line_of on invoice_line (invoice_id, row);
create index invoice_line_bill on invoice_line (bill_id) include (invoice_id, price, month);
create index invoice_line_red on invoice_line (red_of_line) where red_of_line is not null;
create index invoice_red_of on invoice_request (red_of) where red_of is not null;
create unique index invoice_line_row on invoice_line (invoice_id, row);

alter table invoice_request add constraint invoice_sign check (case kind when 1 then price > 0 and red_of is null else price < 0 and red_of is not null and red_reason is not null end);
alter table invoice_request add constraint invoice_number check (number is null or number ~ '^[0-9]{20}$');
alter table invoice_request add constraint invoice_tax check (abs(tax) <= abs(price) and tax::numeric * price >= 0);
alter table invoice_line add constraint invoice_line_sign check (case when red_of_line is null then price > 0 else price < 0 end);
alter table invoice_line add constraint invoice_line_tax check (abs(tax) <= abs(price) and tax::numeric * price >= 0 and (tax_kind = 1 or tax = 0));

-- Which requests count: what is asked for until it is withdrawn, and what is red once the tax side has made it.
create function invoice_counts(kind smallint, status smallint) returns boolean language sql immutable as $$
  select kind = 1 and status <> 7 or kind = 2 and status = 3
$$;

create function invoiced_of(asked integer) returns bigint language sql stable as $$
  select coalesce(sum(l.price), 0)::bigint from invoice_line l join invoice_request i on i.invoice_id = l.invoice_id
  where l.bill_id = asked and invoice_counts(i.kind, i.status)
$$;

-- Rivals meet at the bill, or at the line that is taken back, and count after they hold it.
create function invoice_line_came() returns trigger language plpgsql as $$
declare
  owed record;
  line record;
begin
  if new.red_of_line is null then
    select price, is_void, "from" into owed from bill where bill_id = new.bill_id for no key update;
    if owed.is_void = 1 or owed."from" = 3 then
      raise exception '已作废的账单、押金不能开票' using constraint = 'invoice_of_standing', errcode = 'check_violation';
    end if;
    if invoiced_of(new.bill_id) > owed.price then
      raise exception '开票金额超过账单还没有开票的部分' using constraint = 'invoice_within_bill', errcode = 'check_violation';
    end if;
  else
    select price, bill_id into line from invoice_line where line_id = new.red_of_line for no key update;
    if line.bill_id <> new.bill_id or line.price + (
      select coalesce(sum(l.price), 0) from invoice_line l join invoice_request i on i.invoice_id = l.invoice_id
      where l.red_of_line = new.red_of_line and i.status <> 7
    ) < 0 then
      raise exception '红冲的金额超过发票这一行剩下的' using constraint = 'invoice_red_within_line', errcode = 'check_violation';
    end if;
  end if;
  return null;
end
$$;
create trigger invoice_line_came after insert on invoice_line for each row execute function invoice_line_came();

create function invoice_line_stays() returns trigger language plpgsql as $$
begin
  raise exception '发票明细只能追加' using constraint = 'invoice_stays', errcode = 'check_violation';
end
$$;
create trigger invoice_line_stays before update or delete on invoice_line for each row execute function invoice_line_stays();
create trigger invoice_line_no_truncate before truncate on invoice_line for each statement execute function invoice_line_stays();

-- What was asked for stays; a number that the tax side gave is never another.
create function invoice_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (new.sn, new.kind, new.price, new.tax, new.buyer, new.tax_no, new.red_of) is distinct from (old.sn, old.kind, old.price, old.tax, old.buyer, old.tax_no, old.red_of)
    or old.number is not null and (new.number, new.issued_on) is distinct from (old.number, old.issued_on) or old.status = 7 and new.status <> 7 then
    raise exception '发票不能修改或删除，开错了请红冲' using constraint = 'invoice_stays', errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger invoice_stays before update or delete on invoice_request for each row execute function invoice_stays();

create function invoice_sums() returns trigger language plpgsql as $$
declare
  sums record;
begin
  select sum(price)::bigint as price, sum(tax)::bigint as tax into sums from invoice_line where invoice_id = new.invoice_id;
  if sums.price is distinct from new.price or sums.tax is distinct from new.tax then
    raise exception '发票 % 的明细之和与金额不符', new.sn using constraint = 'invoice_sums', errcode = 'check_violation';
  end if;
  return null;
end
$$;
create constraint trigger invoice_sums after insert on invoice_request deferrable initially deferred for each row execute function invoice_sums();

-- A title is a tenant's or a company's; of each one is used where none is named, the first from the beginning.
alter table invoice_title add constraint invoice_title_whose check (num_nonnulls(custom_id, company_id) = 1);
alter table invoice_title add constraint invoice_title_tax check (kind = 2 or tax_no is not null);
create index invoice_title_tenant on invoice_title (custom_id) where custom_id is not null;
create index invoice_title_company on invoice_title (company_id) where company_id is not null;
create function invoice_title_default() returns trigger language plpgsql as $$
begin
  if new.is_default is distinct from 1 and not exists (
    select from invoice_title where title_id <> new.title_id and is_default = 1 and (custom_id = new.custom_id or company_id = new.company_id)
  ) then
    new.is_default := 1;
  end if;
  return new;
end
$$;
create trigger invoice_title_default before insert on invoice_title for each row execute function invoice_title_default();
create function invoice_title_alone() returns trigger language plpgsql as $$
begin
  update invoice_title set is_default = 0 where title_id <> new.title_id and is_default = 1 and (custom_id = new.custom_id or company_id = new.company_id);
  return null;
end
$$;
create trigger invoice_title_alone after insert or update on invoice_title for each row when (new.is_default = 1) execute function invoice_title_alone();

-- A certificate says what was so when it was given: nothing of it changes but whose record the tenant's is.
alter table certificate add constraint certificate_amounts check (due >= 0 and paid > 0 and paid <= due);
create function certificate_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (new.number, new.custom_name, new.from_month, new.to_month, new.due, new.paid) is distinct from (old.number, old.custom_name, old.from_month, old.to_month, old.due, old.paid) then
    raise exception '缴纳证明不能修改或删除' using constraint = 'certificate_stays', errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger certificate_stays before update or delete on certificate for each row execute function certificate_stays();
