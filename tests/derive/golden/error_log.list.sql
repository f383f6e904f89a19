-- as it opens: {"page":1,"page_rows":20}, projects null
/* planned anew */
select array(select "t"."error_id" from "error_log" as t where true order by "t"."error_id" desc limit $1 offset $2) as keys_,
total_ from (select count(*) as total_ from (select 1 from "error_log" as t where true limit $3) as counted) as counted
-- values: [20,0,10001]
select "t"."error_id", "t"."mes", "t"."at", "t"."type", "t"."code", "t"."url", "t"."user_id", "t"."address", "r0"."name" as "user_id_title", t.version from "error_log" as t left join "account" as "r0" on "r0"."user_id" = "t"."user_id" where "t"."error_id" = any((select $1::integer[])::integer[])
-- values: [[7]]

-- within projects: {"page":3,"page_rows":50}, projects [1,2]
/* planned anew */
select array(select "t"."error_id" from "error_log" as t where true order by "t"."error_id" desc limit $1 offset $2) as keys_,
total_ from (select count(*) as total_ from (select 1 from "error_log" as t where true limit $3) as counted) as counted
-- values: [50,100,10001]
select "t"."error_id", "t"."mes", "t"."at", "t"."type", "t"."code", "t"."url", "t"."user_id", "t"."address", "r0"."name" as "user_id_title", t.version from "error_log" as t left join "account" as "r0" on "r0"."user_id" = "t"."user_id" where "t"."error_id" = any((select $1::integer[])::integer[])
-- values: [[7]]

-- every filter at once: {"at_start":1,"at_end":2,"type":"张杨","code":"张杨","url":"张杨"}, projects [1]
/* planned anew */
with found as materialized (select "t"."error_id" as key_, "t"."error_id" as by_ from "error_log" as t where "t"."at" >= $1 and "t"."at" <= $2 and ("t"."type" ~>=~ $3 and "t"."type" ~<~ $4) and ("t"."code" ~>=~ $5 and "t"."code" ~<~ $6) and ("t"."url" ~>=~ $7 and "t"."url" ~<~ $8) limit $9),
counted as (select count(*) as total_ from found)
select total_, case when total_ <= $10
then array(select key_ from found order by by_ desc, key_ desc limit $11 offset $12)
when cardinality(walked_) = $13 then walked_
else array(select key_ from (select "t"."error_id" as key_, "t"."error_id" as by_ from "error_log" as t where "t"."at" >= $14 and "t"."at" <= $15 and ("t"."type" ~>=~ $16 and "t"."type" ~<~ $17) and ("t"."code" ~>=~ $18 and "t"."code" ~<~ $19) and ("t"."url" ~>=~ $20 and "t"."url" ~<~ $21) offset 0) as every order by by_ desc, key_ desc limit $22 offset $23)
end as keys_
from counted, lateral (select case when total_ > $24 then array(
select "t"."error_id" from (select t.* from "error_log" as t where true order by "t"."error_id" desc limit $25) as t
where "t"."at" >= $26 and "t"."at" <= $27 and ("t"."type" ~>=~ $28 and "t"."type" ~<~ $29) and ("t"."code" ~>=~ $30 and "t"."code" ~<~ $31) and ("t"."url" ~>=~ $32 and "t"."url" ~<~ $33) order by "t"."error_id" desc limit $34 offset $35) end as walked_ offset 0) as walk
-- values: [1,2,"张杨","张杨􏿿","张杨","张杨􏿿","张杨","张杨􏿿",10001,10000,20,0,20,1,2,"张杨","张杨􏿿","张杨","张杨􏿿","张杨","张杨􏿿",20,0,10000,20000,1,2,"张杨","张杨􏿿","张杨","张杨􏿿","张杨","张杨􏿿",20,0]
select "t"."error_id", "t"."mes", "t"."at", "t"."type", "t"."code", "t"."url", "t"."user_id", "t"."address", "r0"."name" as "user_id_title", t.version from "error_log" as t left join "account" as "r0" on "r0"."user_id" = "t"."user_id" where "t"."error_id" = any((select $1::integer[])::integer[])
-- values: [[7]]
