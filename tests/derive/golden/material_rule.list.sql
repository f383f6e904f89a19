-- as it opens: {"page":1,"page_rows":20}, projects null
/* planned anew */
select array(select "t"."rule_id" from "material_rule" as t where true order by "t"."rule_id" asc limit $1 offset $2) as keys_,
total_ from (select count(*) as total_ from (select 1 from "material_rule" as t where true limit $3) as counted) as counted
-- values: [20,0,10001]
select "t"."rule_id", "t"."name", "t"."nature", "t"."need", "t"."valid_months", "t"."note", "t"."retired", t.version from "material_rule" as t  where "t"."rule_id" = any((select $1::integer[])::integer[])
-- values: [[7]]

-- within projects: {"page":3,"page_rows":50}, projects [1,2]
/* planned anew */
select array(select "t"."rule_id" from "material_rule" as t where true order by "t"."rule_id" asc limit $1 offset $2) as keys_,
total_ from (select count(*) as total_ from (select 1 from "material_rule" as t where true limit $3) as counted) as counted
-- values: [50,100,10001]
select "t"."rule_id", "t"."name", "t"."nature", "t"."need", "t"."valid_months", "t"."note", "t"."retired", t.version from "material_rule" as t  where "t"."rule_id" = any((select $1::integer[])::integer[])
-- values: [[7]]

-- every filter at once: {"name":"张杨","nature":[1,2],"need":[1,2],"retired":[1,2]}, projects [1]
with recursive "wide" as (select min("t"."rule_id") >> 16 as n from "material_rule" as t union all select (select min("t"."rule_id") >> 16 from "material_rule" as t where "t"."rule_id" > (n << 16) + 65535) from "wide" where n is not null),
found as materialized (
select n, key_ from wide, lateral (select "t"."rule_id" as key_ from "material_rule" as t where grams("t"."name") @> $1::text[] and "t"."nature" = any($2::integer[]) and "t"."need" = any($3::integer[]) and "t"."retired" = any($4::integer[]) and "t"."rule_id" >> 16 = n offset 0) as held
limit $5
),
counted as (select count(*) as total_, min(n) as begins_ from found),
"narrow" as (select begins_ << 3 as n from counted union all select (select min("t"."rule_id") >> 13 from "material_rule" as t where "t"."rule_id" > (n << 13) + 8191) from "narrow" where n is not null)
select total_, case when total_ <= $6
then array(select key_ from found order by key_ asc limit $7 offset $8)
else array(select key_ from narrow, lateral (
select key_ from (select "t"."rule_id" as key_ from "material_rule" as t where grams("t"."name") @> $9::text[] and "t"."nature" = any($10::integer[]) and "t"."need" = any($11::integer[]) and "t"."retired" = any($12::integer[]) and "t"."rule_id" >> 13 = n offset 0) as held
order by key_ asc limit $13
) as page limit $14 offset $15)
end as keys_ from counted
-- values: [["张杨"],[1,2],[1,2],[1,2],2001,2000,20,0,["张杨"],[1,2],[1,2],[1,2],20,20,0]
select "t"."rule_id", "t"."name", "t"."nature", "t"."need", "t"."valid_months", "t"."note", "t"."retired", t.version from "material_rule" as t  where "t"."rule_id" = any((select $1::integer[])::integer[])
-- values: [[7]]
