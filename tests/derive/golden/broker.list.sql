-- as it opens: {"page":1,"page_rows":20}, projects null
/* planned anew */
select array(select "t"."id" from "broker" as t where true order by "t"."id" desc limit $1 offset $2) as keys_,
total_ from (select count(*) as total_ from (select 1 from "broker" as t where true limit $3) as counted) as counted
-- values: [20,0,10001]
select "t"."id", "t"."name", "t"."phone", "t"."level", "t"."user_id", "t"."status", "t"."created_at", "r0"."name" as "user_id_title", t.version from "broker" as t left join "account" as "r0" on "r0"."user_id" = "t"."user_id" where "t"."id" = any((select $1::integer[])::integer[])
-- values: [[7]]

-- within projects: {"page":3,"page_rows":50}, projects [1,2]
/* planned anew */
select array(select "t"."id" from "broker" as t where true order by "t"."id" desc limit $1 offset $2) as keys_,
total_ from (select count(*) as total_ from (select 1 from "broker" as t where true limit $3) as counted) as counted
-- values: [50,100,10001]
select "t"."id", "t"."name", "t"."phone", "t"."level", "t"."user_id", "t"."status", "t"."created_at", "r0"."name" as "user_id_title", t.version from "broker" as t left join "account" as "r0" on "r0"."user_id" = "t"."user_id" where "t"."id" = any((select $1::integer[])::integer[])
-- values: [[7]]

-- every filter at once: {"name":"张杨","phone":"张杨","level":[1,2],"status":[1,2]}, projects [1]
with recursive "wide" as (select max("t"."id") >> 16 as n from "broker" as t union all select (select max("t"."id") >> 16 from "broker" as t where "t"."id" < (n << 16)) from "wide" where n is not null),
found as materialized (
select n, key_ from wide, lateral (select "t"."id" as key_ from "broker" as t where grams("t"."name") @> $1::text[] and right("t"."phone", 4) = $2 and "t"."level" = any($3::integer[]) and "t"."status" = any($4::integer[]) and "t"."id" >> 16 = n offset 0) as held
limit $5
),
counted as (select count(*) as total_, max(n) as begins_ from found),
"narrow" as (select (begins_ << 3) + 7 as n from counted union all select (select max("t"."id") >> 13 from "broker" as t where "t"."id" < (n << 13)) from "narrow" where n is not null)
select total_, case when total_ <= $6
then array(select key_ from found order by key_ desc limit $7 offset $8)
else array(select key_ from narrow, lateral (
select key_ from (select "t"."id" as key_ from "broker" as t where grams("t"."name") @> $9::text[] and right("t"."phone", 4) = $10 and "t"."level" = any($11::integer[]) and "t"."status" = any($12::integer[]) and "t"."id" >> 13 = n offset 0) as held
order by key_ desc limit $13
) as page limit $14 offset $15)
end as keys_ from counted
-- values: [["张杨"],"张杨",[1,2],[1,2],2001,2000,20,0,["张杨"],"张杨",[1,2],[1,2],20,20,0]
select "t"."id", "t"."name", "t"."phone", "t"."level", "t"."user_id", "t"."status", "t"."created_at", "r0"."name" as "user_id_title", t.version from "broker" as t left join "account" as "r0" on "r0"."user_id" = "t"."user_id" where "t"."id" = any((select $1::integer[])::integer[])
-- values: [[7]]
