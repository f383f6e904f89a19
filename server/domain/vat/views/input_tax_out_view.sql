create view input_tax_out_view as
select o.*, (case when o.undoes is not null then 3 when u.out_id is not null then 2 else 1 end)::smallint as state
from input_tax_out o left join input_tax_out u on u.undoes = o.out_id
