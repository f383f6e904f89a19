-- as it opens: {"page":1,"page_rows":20}, projects null
/* planned anew */
select array(select "t"."id" from "broker" as t where true order by "t"."id" desc limit $1 offset $2) as keys_,
(select count(*) from (select 1 from "broker" as t where true limit $3) as counted) as total_
-- values: [20,0,10001]
select "t"."id", "t"."name", "t"."phone", "t"."level", "t"."user_id", "t"."status", "t"."created_at", "r0"."name" as "user_id_title", t.version from "broker" as t left join "account" as "r0" on "r0"."user_id" = "t"."user_id" where "t"."id" = any($1::integer[])
-- values: [[7]]

-- within projects: {"page":3,"page_rows":50}, projects [1,2]
/* planned anew */
select array(select "t"."id" from "broker" as t where true order by "t"."id" desc limit $1 offset $2) as keys_,
(select count(*) from (select 1 from "broker" as t where true limit $3) as counted) as total_
-- values: [50,100,10001]
select "t"."id", "t"."name", "t"."phone", "t"."level", "t"."user_id", "t"."status", "t"."created_at", "r0"."name" as "user_id_title", t.version from "broker" as t left join "account" as "r0" on "r0"."user_id" = "t"."user_id" where "t"."id" = any($1::integer[])
-- values: [[7]]

-- every filter at once: {"name":"张杨","phone":"张杨","level":[1,2],"status":[1,2]}, projects [1]
/* planned anew */
with found as materialized (select "t"."id" as key_, "t"."id" as by_ from "broker" as t where grams("t"."name") @> $1::text[] and right("t"."phone", 4) = $2 and "t"."level" = any($3::integer[]) and "t"."status" = any($4::integer[]) limit $5),
counted as (select count(*) as total_ from found)
select total_, case when total_ <= $6
then array(select key_ from found order by by_ desc, key_ desc limit $7 offset $8)
when cardinality(walked_) = $9 then walked_
else array(select key_ from (select "t"."id" as key_, "t"."id" as by_ from "broker" as t where grams("t"."name") @> $10::text[] and right("t"."phone", 4) = $11 and "t"."level" = any($12::integer[]) and "t"."status" = any($13::integer[]) offset 0) as every order by by_ desc, key_ desc limit $14 offset $15)
end as keys_
from counted, lateral (select case when total_ > $16 then array(
select "t"."id" from (select t.* from "broker" as t order by "t"."id" desc limit $17) as t
where position($18 in "t"."name") > 0 and right("t"."phone", 4) = $19 and "t"."level" = any($20::integer[]) and "t"."status" = any($21::integer[]) order by "t"."id" desc limit $22 offset $23) end as walked_ offset 0) as walk
-- values: [["张杨"],"张杨",[1,2],[1,2],2001,2000,20,0,20,["张杨"],"张杨",[1,2],[1,2],20,0,2000,20000,"张杨","张杨",[1,2],[1,2],20,0]
select "t"."id", "t"."name", "t"."phone", "t"."level", "t"."user_id", "t"."status", "t"."created_at", "r0"."name" as "user_id_title", t.version from "broker" as t left join "account" as "r0" on "r0"."user_id" = "t"."user_id" where "t"."id" = any($1::integer[])
-- values: [[7]]
