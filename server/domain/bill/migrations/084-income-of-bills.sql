-- Where a charge is earned is kept on its bill as its item was when it was made (cost.income: for later bills alone): what is recognised of it, what of it is VAT and what
-- stands on its account are asked long after, when the item may have been set otherwise. Rents (from 1) are told by what they are.
alter table bill add constraint bill_income check (income is null or ("from" = 2 and income between 1 and 7));

create function bill_gets_income() returns trigger language plpgsql as $$
begin
  new.income := case when new."from" = 2 then (select c.income from cost c where c.id = new.from_id) end;
  return new;
end
$$;
create trigger bill_gets_income before insert on bill for each row execute function bill_gets_income();

-- Of those of the past it is told by the account on which they were booked; of what was owed before, where nothing is earned, by that on which it is owed.
alter table bill disable trigger user;
update bill b set income = coalesce(
  (select case j.ledger_account_id when 12 then case when exists (
      select from journal_line d where d.bill_id = b.bill_id and d.event = 1 and d.side = 1 and d.ledger_account_id = 8
    ) then 3 else 2 end when 18 then 4 when 19 then 5 when 39 then 6 when 17 then 1 end
   from journal_line j where j.bill_id = b.bill_id and j.event = 1 and j.side = 2 order by j.line_id limit 1),
  (select c.income from cost c where c.id = b.from_id))
where b."from" = 2;
alter table bill enable trigger user;

-- Of what is not recognised by the period a reduction is less of kind 1 (039-vat.sql), and so it is of a service (income 7).
create or replace function vat_targets(asked integer[]) returns table (bill_id integer, share_id integer, kind smallint, gross bigint, price bigint) language sql stable as $$
  select p.bill_id, p.share_id, k.kind::smallint, k.gross::bigint, k.price::bigint
  from (
    select w.*, vat_in(w.upto::bigint, w.rate) - vat_in((w.upto - w.stands)::bigint, w.rate) as vat,
      coalesce(round(w.less_vat * w.less_upto / nullif(w.less_whole, 0)) - round(w.less_vat * (w.less_upto - w.less) / nullif(w.less_whole, 0)), 0) as vat_of_less
    from (
      select u.*, vat_in((u.whole + u.less_whole)::bigint, u.rate) - vat_in(u.whole::bigint, u.rate) as less_vat
      from (
        select s.*, sum(s.stands) over upto as upto, sum(s.less) over upto as less_upto,
          sum(s.stands) over (partition by s.bill_id) as whole, sum(s.less) over (partition by s.bill_id) as less_whole
        from (
          select b.bill_id, s.share_id, b.tax_rate as rate,
            case b.is_void when 1 then 0 else s.price + a.bad end as stands,
            case when b.is_void = 0 and (b."from" = 1 or b.income in (2, 3)) then a.less else 0 end as less
          from bill b
          join bill_share s on s.bill_id = b.bill_id
          cross join lateral (
            select coalesce(-sum(x.price) filter (where x.kind in (3, 6)), 0) as less, coalesce(-sum(x.price) filter (where x.kind in (4, 5, 7, 8)), 0) as bad
            from bill_adjust x where x.share_id = s.share_id
          ) a
          where b.bill_id = any(asked) and b.tax_kind is not null
        ) s
        window upto as (partition by s.bill_id order by s.share_id)
      ) u
    ) w
  ) p
  cross join lateral (values (1, p.stands + p.less, p.vat + p.vat_of_less), (2, -p.less, -p.vat_of_less)) k (kind, gross, price)
$$;
