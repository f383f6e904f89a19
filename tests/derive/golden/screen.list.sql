-- as it opens: {"page":1,"page_rows":20}, projects null
/* planned anew */
select array(select "t"."screen_id" from "screen" as t where true order by "t"."updated_at" desc, "t"."screen_id" desc limit $1 offset $2) as keys_,
total_ from (select count(*) as total_ from (select 1 from "screen" as t where true limit $3) as counted) as counted
-- values: [20,0,10001]
select "t"."screen_id", "t"."label", "t"."name", "t"."state", "t"."no", "t"."fields", "t"."editor", "t"."updated_at", "r0"."name" as "editor_title", t.version from "screen" as t left join "account" as "r0" on "r0"."user_id" = "t"."editor" where "t"."screen_id" = any((select $1::integer[])::integer[])
-- values: [[7]]

-- within projects: {"page":3,"page_rows":50}, projects [1,2]
/* planned anew */
select array(select "t"."screen_id" from "screen" as t where true order by "t"."updated_at" desc, "t"."screen_id" desc limit $1 offset $2) as keys_,
total_ from (select count(*) as total_ from (select 1 from "screen" as t where true limit $3) as counted) as counted
-- values: [50,100,10001]
select "t"."screen_id", "t"."label", "t"."name", "t"."state", "t"."no", "t"."fields", "t"."editor", "t"."updated_at", "r0"."name" as "editor_title", t.version from "screen" as t left join "account" as "r0" on "r0"."user_id" = "t"."editor" where "t"."screen_id" = any((select $1::integer[])::integer[])
-- values: [[7]]

-- sorted: {"order":"-updated_at"}, projects null
/* planned anew */
select array(select "t"."screen_id" from "screen" as t where true order by "t"."updated_at" desc, "t"."screen_id" desc limit $1 offset $2) as keys_,
total_ from (select count(*) as total_ from (select 1 from "screen" as t where true limit $3) as counted) as counted
-- values: [20,0,10001]
select "t"."screen_id", "t"."label", "t"."name", "t"."state", "t"."no", "t"."fields", "t"."editor", "t"."updated_at", "r0"."name" as "editor_title", t.version from "screen" as t left join "account" as "r0" on "r0"."user_id" = "t"."editor" where "t"."screen_id" = any((select $1::integer[])::integer[])
-- values: [[7]]

-- every filter at once: {"label":"张杨","state":[1,2]}, projects [1]
/* planned anew */
with found as materialized (select "t"."screen_id" as key_, "t"."updated_at" as by_ from "screen" as t where grams("t"."label") @> $1::text[] and "t"."state" = any($2::integer[]) limit $3),
counted as (select count(*) as total_ from found)
select total_, case when total_ <= $4
then array(select key_ from found order by by_ desc, key_ desc limit $5 offset $6)
when cardinality(walked_) = $7 then walked_
else array(select key_ from (select "t"."screen_id" as key_, "t"."updated_at" as by_ from "screen" as t where grams("t"."label") @> $8::text[] and "t"."state" = any($9::integer[]) offset 0) as every order by by_ desc, key_ desc limit $10 offset $11)
end as keys_
from counted, lateral (select case when total_ > $12 then array(
select "t"."screen_id" from (select t.* from "screen" as t where true order by "t"."updated_at" desc, "t"."screen_id" desc limit $13) as t
where position($14 in "t"."label") > 0 and "t"."state" = any($15::integer[]) order by "t"."updated_at" desc, "t"."screen_id" desc limit $16 offset $17) end as walked_ offset 0) as walk
-- values: [["张杨"],[1,2],2001,2000,20,0,20,["张杨"],[1,2],20,0,2000,20000,"张杨",[1,2],20,0]
select "t"."screen_id", "t"."label", "t"."name", "t"."state", "t"."no", "t"."fields", "t"."editor", "t"."updated_at", "r0"."name" as "editor_title", t.version from "screen" as t left join "account" as "r0" on "r0"."user_id" = "t"."editor" where "t"."screen_id" = any((select $1::integer[])::integer[])
-- values: [[7]]
