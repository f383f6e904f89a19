-- An invoice is over where its bills come to less than what is invoiced of them, or where what is invoiced in its name is another's by now (改付款方). What was written off, or fell short by a little, was
-- earned all the same, and its tax is owed.
create view invoice_view as
select
  r.*,
  (
    r.kind = 1 and r.status in ({{invoice_request.open}}, {{invoice_request.standing}}) and exists (
      select from invoice_line l join bill b on b.bill_id = l.bill_id
      where l.invoice_id = r.invoice_id and (
        invoiced_of(l.bill_id) > case when b.is_void = 1 then 0 else b.price end
          and (b.is_void = 1 or invoiced_of(l.bill_id) > b.price - coalesce((select sum(a.price) from bill_adjust a where a.bill_id = b.bill_id and a.kind in (4, 5, 7, 8)), 0))
        or (
          -- Who asked for the whole of what several bear has it: it is over only by what he gave away since.
          select bool_or(o.has_given) and sum(o.price) < (
            select sum(x.price) from invoice_line x join invoice_request i on i.invoice_id = x.invoice_id
            where x.bill_id = b.bill_id and invoice_counts(i.kind, i.status) and (i.custom_id, i.company_id) is not distinct from (r.custom_id, r.company_id)
          )
          from (
            select s.price - coalesce((select sum(a.price) from bill_adjust a where a.share_id = s.share_id and a.kind in (4, 5, 7, 8)), 0) as price,
              exists (select from bill_adjust a where a.share_id = s.share_id and a.kind = 10 and a.price < 0 and a.created_at >= r.created_at) as has_given
            from bill_share s
            where s.bill_id = b.bill_id and (case s.party when 1 then b.custom_id end, s.company_id) is not distinct from (r.custom_id, r.company_id)
          ) o
        ))
        and l.price + coalesce((
          select sum(x.price) from invoice_line x join invoice_request i on i.invoice_id = x.invoice_id
          where x.red_of_line = l.line_id and i.status = {{invoice_request.issued}}
        ), 0) > 0
    )
  )::integer::smallint as is_over
from invoice_request r
