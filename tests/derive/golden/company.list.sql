-- as it opens: {"page":1,"page_rows":20}, projects null
/* planned anew */
select array(select "t"."company_id" from "company" as t where true order by "t"."company_id" desc limit $1 offset $2) as keys_,
(select count(*) from (select 1 from "company" as t where true limit $3) as counted) as total_
-- values: [20,0,10001]
select "t"."company_id", "t"."name", "t"."code", "t"."contact", "t"."phone", "t"."address", "t"."note", "t"."created_at", t.version from "company" as t  where "t"."company_id" = any($1::integer[])
-- values: [[7]]

-- within projects: {"page":3,"page_rows":50}, projects [1,2]
/* planned anew */
select array(select "t"."company_id" from "company" as t where true order by "t"."company_id" desc limit $1 offset $2) as keys_,
(select count(*) from (select 1 from "company" as t where true limit $3) as counted) as total_
-- values: [50,100,10001]
select "t"."company_id", "t"."name", "t"."code", "t"."contact", "t"."phone", "t"."address", "t"."note", "t"."created_at", t.version from "company" as t  where "t"."company_id" = any($1::integer[])
-- values: [[7]]

-- every filter at once: {"name":"张杨","code":"张杨"}, projects [1]
/* planned anew */
with found as materialized (select "t"."company_id" as key_, "t"."company_id" as by_ from "company" as t where grams("t"."name") @> $1::text[] and ("t"."code" ~>=~ $2 and "t"."code" ~<~ $3) limit $4),
counted as (select count(*) as total_ from found)
select total_, case when total_ <= $5
then array(select key_ from found order by by_ desc, key_ desc limit $6 offset $7)
when cardinality(walked_) = $8 then walked_
else array(select key_ from (select "t"."company_id" as key_, "t"."company_id" as by_ from "company" as t where grams("t"."name") @> $9::text[] and ("t"."code" ~>=~ $10 and "t"."code" ~<~ $11) offset 0) as every order by by_ desc, key_ desc limit $12 offset $13)
end as keys_
from counted, lateral (select case when total_ > $14 then array(
select "t"."company_id" from (select t.* from "company" as t order by "t"."company_id" desc limit $15) as t
where position($16 in "t"."name") > 0 and ("t"."code" ~>=~ $17 and "t"."code" ~<~ $18) order by "t"."company_id" desc limit $19 offset $20) end as walked_ offset 0) as walk
-- values: [["张杨"],"张杨","张杨􏿿",2001,2000,20,0,20,["张杨"],"张杨","张杨􏿿",20,0,2000,20000,"张杨","张杨","张杨􏿿",20,0]
select "t"."company_id", "t"."name", "t"."code", "t"."contact", "t"."phone", "t"."address", "t"."note", "t"."created_at", t.version from "company" as t  where "t"."company_id" = any($1::integer[])
-- values: [[7]]
