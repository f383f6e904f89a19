-- as it opens: {"page":1,"page_rows":20}, projects null
/* planned anew */
select array(select "t"."role_id" from "role" as t where true order by "t"."role_id" asc limit $1 offset $2) as keys_,
total_ from (select count(*) as total_ from (select 1 from "role" as t where true limit $3) as counted) as counted
-- values: [20,0,10001]
select "t"."role_id", "t"."name", "t"."permission", "t"."access", "t"."sidebar", t.version from "role" as t  where "t"."role_id" = any((select $1::integer[])::integer[])
-- values: [[7]]

-- within projects: {"page":3,"page_rows":50}, projects [1,2]
/* planned anew */
select array(select "t"."role_id" from "role" as t where true order by "t"."role_id" asc limit $1 offset $2) as keys_,
total_ from (select count(*) as total_ from (select 1 from "role" as t where true limit $3) as counted) as counted
-- values: [50,100,10001]
select "t"."role_id", "t"."name", "t"."permission", "t"."access", "t"."sidebar", t.version from "role" as t  where "t"."role_id" = any((select $1::integer[])::integer[])
-- values: [[7]]

-- every filter at once: {"name":"张杨"}, projects [1]
with recursive "wide" as (select min("t"."role_id") >> 16 as n from "role" as t union all select (select min("t"."role_id") >> 16 from "role" as t where "t"."role_id" > (n << 16) + 65535) from "wide" where n is not null),
found as materialized (
select n, key_ from wide, lateral (select "t"."role_id" as key_ from "role" as t where grams("t"."name") @> $1::text[] and "t"."role_id" >> 16 = n offset 0) as held
limit $2
),
counted as (select count(*) as total_, min(n) as begins_ from found),
"narrow" as (select begins_ << 3 as n from counted union all select (select min("t"."role_id") >> 13 from "role" as t where "t"."role_id" > (n << 13) + 8191) from "narrow" where n is not null)
select total_, case when total_ <= $3
then array(select key_ from found order by key_ asc limit $4 offset $5)
else array(select key_ from narrow, lateral (
select key_ from (select "t"."role_id" as key_ from "role" as t where grams("t"."name") @> $6::text[] and "t"."role_id" >> 13 = n offset 0) as held
order by key_ asc limit $7
) as page limit $8 offset $9)
end as keys_ from counted
-- values: [["张杨"],2001,2000,20,0,["张杨"],20,20,0]
select "t"."role_id", "t"."name", "t"."permission", "t"."access", "t"."sidebar", t.version from "role" as t  where "t"."role_id" = any((select $1::integer[])::integer[])
-- values: [[7]]
