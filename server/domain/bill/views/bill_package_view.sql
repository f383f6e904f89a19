-- What a company owes: the shares of bills that fall to it, a month and project at a time, the treasury's apart from an employer's. What it bears no more, another does now or nobody: it is no bill of its.
create view bill_package_view as
select
  min(s.share_id) as package_id,
  to_char(b.bill_date, 'YYYY-MM') as month,
  s.company_id,
  s.party,
  b.p_id,
  count(*)::integer as bills,
  sum(s.price)::bigint as price,
  sum(s.paid)::bigint as paid,
  sum(s.price - s.paid)::bigint as owed,
  1 as version
from bill_share s
join bill b on b.bill_id = s.bill_id
where s.party > 1 and s.company_id is not null and b.is_void = 0 and s.price <> 0
group by to_char(b.bill_date, 'YYYY-MM'), s.company_id, s.party, b.p_id
