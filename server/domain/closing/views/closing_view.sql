-- Which month can be closed, and which opened again: one that is over; the last that is closed.
create view closing_view as
select c.*, (case when c.month < to_char(current_date, 'YYYY-MM') then 1 else 0 end)::smallint as is_over,
  (case when c.month = (select max(l.month) from closing l where l.status in ({{closing.shut}})) then 1 else 0 end)::smallint as is_last
from closing c
