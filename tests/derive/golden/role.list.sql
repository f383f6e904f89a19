-- as it opens: {"page":1,"page_rows":20}, projects null
/* planned anew */
select array(select "t"."role_id" from "role" as t where true order by "t"."role_id" asc limit $1 offset $2) as keys_,
(select count(*) from (select 1 from "role" as t where true limit $3) as counted) as total_
-- values: [20,0,10001]
select "t"."role_id", "t"."name", "t"."permission", "t"."access", "t"."sidebar", t.version from "role" as t  where "t"."role_id" = any($1::integer[])
-- values: [[7]]

-- within projects: {"page":3,"page_rows":50}, projects [1,2]
/* planned anew */
select array(select "t"."role_id" from "role" as t where true order by "t"."role_id" asc limit $1 offset $2) as keys_,
(select count(*) from (select 1 from "role" as t where true limit $3) as counted) as total_
-- values: [50,100,10001]
select "t"."role_id", "t"."name", "t"."permission", "t"."access", "t"."sidebar", t.version from "role" as t  where "t"."role_id" = any($1::integer[])
-- values: [[7]]

-- every filter at once: {"name":"张杨"}, projects [1]
/* planned anew */
with found as materialized (select "t"."role_id" as key_, "t"."role_id" as by_ from "role" as t where grams("t"."name") @> $1::text[] limit $2),
counted as (select count(*) as total_ from found)
select total_, case when total_ <= $3
then array(select key_ from found order by by_ asc, key_ asc limit $4 offset $5)
when cardinality(walked_) = $6 then walked_
else array(select key_ from (select "t"."role_id" as key_, "t"."role_id" as by_ from "role" as t where grams("t"."name") @> $7::text[] offset 0) as every order by by_ asc, key_ asc limit $8 offset $9)
end as keys_
from counted, lateral (select case when total_ > $10 then array(
select "t"."role_id" from (select t.* from "role" as t order by "t"."role_id" asc limit $11) as t
where position($12 in "t"."name") > 0 order by "t"."role_id" asc limit $13 offset $14) end as walked_ offset 0) as walk
-- values: [["张杨"],2001,2000,20,0,20,["张杨"],20,0,2000,20000,"张杨",20,0]
select "t"."role_id", "t"."name", "t"."permission", "t"."access", "t"."sidebar", t.version from "role" as t  where "t"."role_id" = any($1::integer[])
-- values: [[7]]
