create view journal_line_view as
select j.*, case j.side when 1 then j.price end as debit, case j.side when 2 then j.price end as credit
from journal_line j
