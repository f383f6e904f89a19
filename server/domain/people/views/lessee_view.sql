create view lessee_view as
select
  l.*,
  (case when substr(l.card, 17, 1) ~ '[13579]' then 1 else 2 end)::smallint as sex,
  card_birth(l.card) as birth,
  extract(year from age(current_date, card_birth(l.card)))::integer as age
from lessee l
