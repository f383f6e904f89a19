-- as it opens: {"page":1,"page_rows":20}, projects null
/* planned anew */
select array(select "t"."company_id" from "company" as t where true order by "t"."company_id" desc limit $1 offset $2) as keys_,
total_ from (select count(*) as total_ from (select 1 from "company" as t where true limit $3) as counted) as counted
-- values: [20,0,10001]
select "t"."company_id", "t"."name", "t"."code", "t"."contact", "t"."phone", "t"."address", "t"."note", "t"."standing", "t"."merged_into", "t"."created_at", "r0"."name" as "merged_into_title", t.version from "company" as t left join "company" as "r0" on "r0"."company_id" = "t"."merged_into" where "t"."company_id" = any((select $1::integer[])::integer[])
-- values: [[7]]

-- within projects: {"page":3,"page_rows":50}, projects [1,2]
/* planned anew */
select array(select "t"."company_id" from "company" as t where true order by "t"."company_id" desc limit $1 offset $2) as keys_,
total_ from (select count(*) as total_ from (select 1 from "company" as t where true limit $3) as counted) as counted
-- values: [50,100,10001]
select "t"."company_id", "t"."name", "t"."code", "t"."contact", "t"."phone", "t"."address", "t"."note", "t"."standing", "t"."merged_into", "t"."created_at", "r0"."name" as "merged_into_title", t.version from "company" as t left join "company" as "r0" on "r0"."company_id" = "t"."merged_into" where "t"."company_id" = any((select $1::integer[])::integer[])
-- values: [[7]]

-- every filter at once: {"name":"张杨","code":"张杨","standing":[1,2],"merged_into":[1,2]}, projects [1]
with recursive "wide" as (select max("t"."company_id") >> 16 as n from "company" as t union all select (select max("t"."company_id") >> 16 from "company" as t where "t"."company_id" < (n << 16)) from "wide" where n is not null),
found as materialized (
select n, key_ from wide, lateral (select "t"."company_id" as key_ from "company" as t where grams("t"."name") @> $1::text[] and ("t"."code" ~>=~ $2 and "t"."code" ~<~ $3) and "t"."standing" = any($4::integer[]) and "t"."merged_into" = any($5::integer[]) and "t"."company_id" >> 16 = n offset 0) as held
limit $6
),
counted as (select count(*) as total_, max(n) as begins_ from found),
"narrow" as (select (begins_ << 3) + 7 as n from counted union all select (select max("t"."company_id") >> 13 from "company" as t where "t"."company_id" < (n << 13)) from "narrow" where n is not null)
select total_, case when total_ <= $7
then array(select key_ from found order by key_ desc limit $8 offset $9)
else array(select key_ from narrow, lateral (
select key_ from (select "t"."company_id" as key_ from "company" as t where grams("t"."name") @> $10::text[] and ("t"."code" ~>=~ $11 and "t"."code" ~<~ $12) and "t"."standing" = any($13::integer[]) and "t"."merged_into" = any($14::integer[]) and "t"."company_id" >> 13 = n offset 0) as held
order by key_ desc limit $15
) as page limit $16 offset $17)
end as keys_ from counted
-- values: [["张杨"],"张杨","张杨􏿿",[1,2],[1,2],2001,2000,20,0,["张杨"],"张杨","张杨􏿿",[1,2],[1,2],20,20,0]
select "t"."company_id", "t"."name", "t"."code", "t"."contact", "t"."phone", "t"."address", "t"."note", "t"."standing", "t"."merged_into", "t"."created_at", "r0"."name" as "merged_into_title", t.version from "company" as t left join "company" as "r0" on "r0"."company_id" = "t"."merged_into" where "t"."company_id" = any((select $1::integer[])::integer[])
-- values: [[7]]
