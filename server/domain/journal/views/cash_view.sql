-- What each cash account (5) has, from a day on which that changed until before the next one, `till`; before the first of them, nothing. By the books, but what was taken
-- back never was there: the books say so on the day on which it was taken back, the drawer did not have less until then. One in which the money of one project alone is
-- is that project's, `p_id`; what is in one that several have is of none of them.
create view cash_view as
select a.own_account_id, a.name, d.day, lead(d.day) over days as till, (sum(d.price) over days)::bigint as price, o.p_id
from own_account a cross join lateral (
  select m.day, sum(m.price) as price from (
    select '-infinity'::date as day, 0::bigint as price
    union all
    select p.day, p.debit - p.credit from tally_posted p where p.ledger_account_id = a.ledger_account_id
    union all
    select x.day, x.price
    from (
      select 13 as event, t.transfer_id as source_id, 14 as undone, t.transfer_id as undone_by from transfer t
      where t.status = {{transfer.undone}} and a.own_account_id in (t.from_account_id, t.to_account_id)
      union all
      select case f.type when 1 then 4 else 5 end, f.flow_id, 6, r.flow_id from flow r join flow f on f.flow_id = r.reverses
      where r.own_account_id = a.own_account_id
    ) b
    join journal_line j on j.event = b.undone and j.source_id = b.undone_by and j.ledger_account_id = a.ledger_account_id
    cross join lateral (
      select o.day from journal_line o where o.event = b.event and o.source_id = b.source_id and o.ledger_account_id = a.ledger_account_id limit 1
    ) o
    cross join lateral (select case j.side when 1 then j.price else -j.price end as price) red
    cross join lateral (values (j.day, -red.price), (o.day, red.price)) x (day, price)
  ) m group by m.day
) d
cross join lateral (
  select case when count(p.p_id) = count(*) and min(p.p_id) = max(p.p_id) then min(p.p_id) end as p_id from tally_posted p where p.ledger_account_id = a.ledger_account_id
) o
where a.kind = 5
window days as (partition by a.own_account_id order by d.day)
