-- as it opens: {"page":1,"page_rows":20}, projects null
/* planned anew */
select array(select "t"."reserve_id" from "reserve" as t where true order by "t"."start_time" desc, "t"."reserve_id" desc limit $1 offset $2) as keys_,
total_ from (select count(*) as total_ from (select 1 from "reserve" as t where true limit $3) as counted) as counted
-- values: [20,0,10001]
select "t"."reserve_id", "t"."custom_name", "t"."phone", "t"."org_id", "t"."start_time", "t"."end_time", "t"."status", "t"."note", "t"."p_id", "t"."created_by", "r0"."unit_floor" as "org_id_title", "r1"."name" as "p_id_title", "r2"."name" as "created_by_title", "r0"."region_name" as "region_name", "r0"."state" as "room_state", t.version from "reserve" as t left join "org" as "r0" on "r0"."org_id" = "t"."org_id" left join "project" as "r1" on "r1"."p_id" = "t"."p_id" left join "account" as "r2" on "r2"."user_id" = "t"."created_by" where "t"."reserve_id" = any((select $1::integer[])::integer[])
-- values: [[7]]

-- within projects: {"page":3,"page_rows":50}, projects [1,2]
/* planned anew */
select array(select "t"."reserve_id" from "reserve" as t where "t"."p_id" = any($1::integer[]) order by "t"."start_time" desc, "t"."reserve_id" desc limit $2 offset $3) as keys_,
total_ from (select count(*) as total_ from (select 1 from "reserve" as t where "t"."p_id" = any($4::integer[]) limit $5) as counted) as counted
-- values: [[1,2],50,100,[1,2],10001]
select "t"."reserve_id", "t"."custom_name", "t"."phone", "t"."org_id", "t"."start_time", "t"."end_time", "t"."status", "t"."note", "t"."p_id", "t"."created_by", "r0"."unit_floor" as "org_id_title", "r1"."name" as "p_id_title", "r2"."name" as "created_by_title", "r0"."region_name" as "region_name", "r0"."state" as "room_state", t.version from "reserve" as t left join "org" as "r0" on "r0"."org_id" = "t"."org_id" left join "project" as "r1" on "r1"."p_id" = "t"."p_id" left join "account" as "r2" on "r2"."user_id" = "t"."created_by" where "t"."reserve_id" = any((select $1::integer[])::integer[]) and "t"."p_id" = any($2::integer[])
-- values: [[7],[1,2]]

-- sorted: {"order":"-start_time"}, projects null
/* planned anew */
select array(select "t"."reserve_id" from "reserve" as t where true order by "t"."start_time" desc, "t"."reserve_id" desc limit $1 offset $2) as keys_,
total_ from (select count(*) as total_ from (select 1 from "reserve" as t where true limit $3) as counted) as counted
-- values: [20,0,10001]
select "t"."reserve_id", "t"."custom_name", "t"."phone", "t"."org_id", "t"."start_time", "t"."end_time", "t"."status", "t"."note", "t"."p_id", "t"."created_by", "r0"."unit_floor" as "org_id_title", "r1"."name" as "p_id_title", "r2"."name" as "created_by_title", "r0"."region_name" as "region_name", "r0"."state" as "room_state", t.version from "reserve" as t left join "org" as "r0" on "r0"."org_id" = "t"."org_id" left join "project" as "r1" on "r1"."p_id" = "t"."p_id" left join "account" as "r2" on "r2"."user_id" = "t"."created_by" where "t"."reserve_id" = any((select $1::integer[])::integer[])
-- values: [[7]]

-- every filter at once: {"custom_name":"张杨","phone":"张杨","org_id":[1,2],"start_time_start":1,"start_time_end":2,"status":[1,2],"p_id":[1,2]}, projects [1]
/* planned anew */
with found as materialized (select "t"."reserve_id" as key_, "t"."start_time" as by_ from "reserve" as t where grams("t"."custom_name") @> $1::text[] and right("t"."phone", 4) = $2 and "t"."org_id" = any($3::integer[]) and "t"."start_time" >= $4 and "t"."start_time" <= $5 and "t"."status" = any($6::integer[]) and "t"."p_id" = any($7::integer[]) and "t"."p_id" = $8::integer limit $9),
counted as (select count(*) as total_ from found)
select total_, case when total_ <= $10
then array(select key_ from found order by by_ desc, key_ desc limit $11 offset $12)
when cardinality(walked_) = $13 then walked_
else array(select key_ from (select "t"."reserve_id" as key_, "t"."start_time" as by_ from "reserve" as t where grams("t"."custom_name") @> $14::text[] and right("t"."phone", 4) = $15 and "t"."org_id" = any($16::integer[]) and "t"."start_time" >= $17 and "t"."start_time" <= $18 and "t"."status" = any($19::integer[]) and "t"."p_id" = any($20::integer[]) and "t"."p_id" = $21::integer offset 0) as every order by by_ desc, key_ desc limit $22 offset $23)
end as keys_
from counted, lateral (select case when total_ > $24 then array(
select "t"."reserve_id" from (select t.* from "reserve" as t where true order by "t"."start_time" desc, "t"."reserve_id" desc limit $25) as t
where position($26 in "t"."custom_name") > 0 and right("t"."phone", 4) = $27 and "t"."org_id" = any($28::integer[]) and "t"."start_time" >= $29 and "t"."start_time" <= $30 and "t"."status" = any($31::integer[]) and "t"."p_id" = any($32::integer[]) and "t"."p_id" = $33::integer order by "t"."start_time" desc, "t"."reserve_id" desc limit $34 offset $35) end as walked_ offset 0) as walk
-- values: [["张杨"],"张杨",[1,2],1,2,[1,2],[1,2],1,2001,2000,20,0,20,["张杨"],"张杨",[1,2],1,2,[1,2],[1,2],1,20,0,2000,20000,"张杨","张杨",[1,2],1,2,[1,2],[1,2],1,20,0]
select "t"."reserve_id", "t"."custom_name", "t"."phone", "t"."org_id", "t"."start_time", "t"."end_time", "t"."status", "t"."note", "t"."p_id", "t"."created_by", "r0"."unit_floor" as "org_id_title", "r1"."name" as "p_id_title", "r2"."name" as "created_by_title", "r0"."region_name" as "region_name", "r0"."state" as "room_state", t.version from "reserve" as t left join "org" as "r0" on "r0"."org_id" = "t"."org_id" left join "project" as "r1" on "r1"."p_id" = "t"."p_id" left join "account" as "r2" on "r2"."user_id" = "t"."created_by" where "t"."reserve_id" = any((select $1::integer[])::integer[]) and "t"."p_id" = $2::integer
-- values: [[7],1]
