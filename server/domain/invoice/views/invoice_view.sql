-- An invoice is over where its bills come to less than what is invoiced of them. What was written off, or fell short by a little, was earned all the same, and its tax is owed.
create view invoice_view as
select
  r.*,
  (
    r.kind = 1 and r.status in ({{invoice_request.open}}, {{invoice_request.standing}}) and exists (
      select from invoice_line l join bill b on b.bill_id = l.bill_id
      where l.invoice_id = r.invoice_id and invoiced_of(l.bill_id) > case when b.is_void = 1 then 0 else b.price end
        and (b.is_void = 1 or invoiced_of(l.bill_id) > b.price - coalesce((select sum(a.price) from bill_adjust a where a.bill_id = b.bill_id and a.kind in (4, 5, 7, 8)), 0))
        and l.price + coalesce((
          select sum(x.price) from invoice_line x join invoice_request i on i.invoice_id = x.invoice_id
          where x.red_of_line = l.line_id and i.status = {{invoice_request.issued}}
        ), 0) > 0
    )
  )::integer::smallint as is_over
from invoice_request r
