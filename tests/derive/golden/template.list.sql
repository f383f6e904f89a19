-- as it opens: {"page":1,"page_rows":20}, projects null
/* planned anew */
select array(select "t"."template_id" from "template" as t where true order by "t"."template_id" asc limit $1 offset $2) as keys_,
(select count(*) from (select 1 from "template" as t where true limit $3) as counted) as total_
-- values: [20,0,10001]
select "t"."template_id", "t"."name", "t"."kind", "t"."is_default", "t"."no", "t"."editor", "t"."updated_at", "t"."retired", "r0"."name" as "editor_title", t.version from "template" as t left join "account" as "r0" on "r0"."user_id" = "t"."editor" where "t"."template_id" = any($1::integer[])
-- values: [[7]]

-- within projects: {"page":3,"page_rows":50}, projects [1,2]
/* planned anew */
select array(select "t"."template_id" from "template" as t where true order by "t"."template_id" asc limit $1 offset $2) as keys_,
(select count(*) from (select 1 from "template" as t where true limit $3) as counted) as total_
-- values: [50,100,10001]
select "t"."template_id", "t"."name", "t"."kind", "t"."is_default", "t"."no", "t"."editor", "t"."updated_at", "t"."retired", "r0"."name" as "editor_title", t.version from "template" as t left join "account" as "r0" on "r0"."user_id" = "t"."editor" where "t"."template_id" = any($1::integer[])
-- values: [[7]]

-- every filter at once: {"name":"张杨","kind":[1,2],"is_default":[1,2],"retired":[1,2]}, projects [1]
/* planned anew */
with found as materialized (select "t"."template_id" as key_, "t"."template_id" as by_ from "template" as t where grams("t"."name") @> $1::text[] and "t"."kind" = any($2::integer[]) and "t"."is_default" = any($3::integer[]) and "t"."retired" = any($4::integer[]) limit $5),
counted as (select count(*) as total_ from found)
select total_, case when total_ <= $6
then array(select key_ from found order by by_ asc, key_ asc limit $7 offset $8)
when cardinality(walked_) = $9 then walked_
else array(select key_ from (select "t"."template_id" as key_, "t"."template_id" as by_ from "template" as t where grams("t"."name") @> $10::text[] and "t"."kind" = any($11::integer[]) and "t"."is_default" = any($12::integer[]) and "t"."retired" = any($13::integer[]) offset 0) as every order by by_ asc, key_ asc limit $14 offset $15)
end as keys_
from counted, lateral (select case when total_ > $16 then array(
select "t"."template_id" from (select t.* from "template" as t order by "t"."template_id" asc limit $17) as t
where position($18 in "t"."name") > 0 and "t"."kind" = any($19::integer[]) and "t"."is_default" = any($20::integer[]) and "t"."retired" = any($21::integer[]) order by "t"."template_id" asc limit $22 offset $23) end as walked_ offset 0) as walk
-- values: [["张杨"],[1,2],[1,2],[1,2],2001,2000,20,0,20,["张杨"],[1,2],[1,2],[1,2],20,0,2000,20000,"张杨",[1,2],[1,2],[1,2],20,0]
select "t"."template_id", "t"."name", "t"."kind", "t"."is_default", "t"."no", "t"."editor", "t"."updated_at", "t"."retired", "r0"."name" as "editor_title", t.version from "template" as t left join "account" as "r0" on "r0"."user_id" = "t"."editor" where "t"."template_id" = any($1::integer[])
-- values: [[7]]
