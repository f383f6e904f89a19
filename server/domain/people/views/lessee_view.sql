-- The last but one figure of the card, which the mask shows, tells the sex (spec.md section 5).
create view lessee_view as
select
  l.*,
  (case when substr(l.card, 17, 1) ~ '[13579]' then 1 else 2 end)::smallint as sex
from lessee l
