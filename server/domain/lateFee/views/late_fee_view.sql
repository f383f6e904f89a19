create view late_fee_view as
select f.*, greatest(f.total - f.billed, 0) as rest, (f.total > f.billed)::integer::smallint as has_rest from late_fee f
