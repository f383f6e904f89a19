-- as it opens: {"page":1,"page_rows":20}, projects null
/* planned anew */
select array(select "t"."meter_id" from "meter" as t where true order by "t"."read_date" desc, "t"."meter_id" desc limit $1 offset $2) as keys_,
total_, case when total_ <= 2000 then (select sums_ from (select 1 as one_, array[coalesce(sum("sum0_"), 0)::text] as sums_ from (select 1 as one_, "t"."amount" as "sum0_" from "meter" as t where true) as summed) as sums) end as sums_ from (select count(*) as total_ from (select 1 from "meter" as t where true limit $3) as counted) as counted
-- values: [20,0,10001]
select "t"."meter_id", "t"."read_date", "t"."org_id", "t"."simple_id", "t"."previous", "t"."current", "t"."usage", "t"."price", "t"."amount", "t"."is_new", "t"."bill_id", "t"."imgs", "t"."note", "t"."p_id", "t"."created_by", "r0"."unit_floor" as "org_id_title", "r1"."name" as "simple_id_title", "r2"."sn" as "bill_id_title", "r3"."name" as "p_id_title", "r4"."name" as "created_by_title", "r0"."region_name" as "region_name", t.version from "meter" as t left join "org" as "r0" on "r0"."org_id" = "t"."org_id" left join "simple" as "r1" on "r1"."id" = "t"."simple_id" left join "bill" as "r2" on "r2"."bill_id" = "t"."bill_id" left join "project" as "r3" on "r3"."p_id" = "t"."p_id" left join "account" as "r4" on "r4"."user_id" = "t"."created_by" where "t"."meter_id" = any((select $1::integer[])::integer[])
-- values: [[7]]

-- within projects: {"page":3,"page_rows":50}, projects [1,2]
/* planned anew */
select array(select "t"."meter_id" from "meter" as t where "t"."p_id" = any($1::integer[]) order by "t"."read_date" desc, "t"."meter_id" desc limit $2 offset $3) as keys_,
total_, case when total_ <= 2000 then (select sums_ from (select 1 as one_, array[coalesce(sum("sum0_"), 0)::text] as sums_ from (select 1 as one_, "t"."amount" as "sum0_" from "meter" as t where "t"."p_id" = any($4::integer[])) as summed) as sums) end as sums_ from (select count(*) as total_ from (select 1 from "meter" as t where "t"."p_id" = any($5::integer[]) limit $6) as counted) as counted
-- values: [[1,2],50,100,[1,2],[1,2],10001]
select "t"."meter_id", "t"."read_date", "t"."org_id", "t"."simple_id", "t"."previous", "t"."current", "t"."usage", "t"."price", "t"."amount", "t"."is_new", "t"."bill_id", "t"."imgs", "t"."note", "t"."p_id", "t"."created_by", "r0"."unit_floor" as "org_id_title", "r1"."name" as "simple_id_title", "r2"."sn" as "bill_id_title", "r3"."name" as "p_id_title", "r4"."name" as "created_by_title", "r0"."region_name" as "region_name", t.version from "meter" as t left join "org" as "r0" on "r0"."org_id" = "t"."org_id" left join "simple" as "r1" on "r1"."id" = "t"."simple_id" left join "bill" as "r2" on "r2"."bill_id" = "t"."bill_id" left join "project" as "r3" on "r3"."p_id" = "t"."p_id" left join "account" as "r4" on "r4"."user_id" = "t"."created_by" where "t"."meter_id" = any((select $1::integer[])::integer[]) and "t"."p_id" = any($2::integer[])
-- values: [[7],[1,2]]

-- sorted: {"order":"-read_date"}, projects null
/* planned anew */
select array(select "t"."meter_id" from "meter" as t where true order by "t"."read_date" desc, "t"."meter_id" desc limit $1 offset $2) as keys_,
total_, case when total_ <= 2000 then (select sums_ from (select 1 as one_, array[coalesce(sum("sum0_"), 0)::text] as sums_ from (select 1 as one_, "t"."amount" as "sum0_" from "meter" as t where true) as summed) as sums) end as sums_ from (select count(*) as total_ from (select 1 from "meter" as t where true limit $3) as counted) as counted
-- values: [20,0,10001]
select "t"."meter_id", "t"."read_date", "t"."org_id", "t"."simple_id", "t"."previous", "t"."current", "t"."usage", "t"."price", "t"."amount", "t"."is_new", "t"."bill_id", "t"."imgs", "t"."note", "t"."p_id", "t"."created_by", "r0"."unit_floor" as "org_id_title", "r1"."name" as "simple_id_title", "r2"."sn" as "bill_id_title", "r3"."name" as "p_id_title", "r4"."name" as "created_by_title", "r0"."region_name" as "region_name", t.version from "meter" as t left join "org" as "r0" on "r0"."org_id" = "t"."org_id" left join "simple" as "r1" on "r1"."id" = "t"."simple_id" left join "bill" as "r2" on "r2"."bill_id" = "t"."bill_id" left join "project" as "r3" on "r3"."p_id" = "t"."p_id" left join "account" as "r4" on "r4"."user_id" = "t"."created_by" where "t"."meter_id" = any((select $1::integer[])::integer[])
-- values: [[7]]

-- every filter at once: {"read_date_start":"2026-01-01","read_date_end":"2026-12-31","org_id":[1,2],"simple_id":[1,2],"bill_id":[1,2],"p_id":[1,2]}, projects [1]
/* planned anew */
with found as materialized (select "t"."meter_id" as key_, "t"."read_date" as by_ from "meter" as t where "t"."read_date" >= $1 and "t"."read_date" <= $2 and "t"."org_id" = any($3::integer[]) and "t"."simple_id" = any($4::integer[]) and "t"."bill_id" = any($5::integer[]) and "t"."p_id" = any($6::integer[]) and "t"."p_id" = $7::integer limit $8),
counted as (select count(*) as total_ from found)
select total_, case when total_ <= 2000 then (select sums_ from (select 1 as one_, array[coalesce(sum("sum0_"), 0)::text] as sums_ from (select 1 as one_, "t"."amount" as "sum0_" from "meter" as t where "t"."read_date" >= $9 and "t"."read_date" <= $10 and "t"."org_id" = any($11::integer[]) and "t"."simple_id" = any($12::integer[]) and "t"."bill_id" = any($13::integer[]) and "t"."p_id" = any($14::integer[]) and "t"."p_id" = $15::integer) as summed) as sums) end as sums_, case when total_ <= $16
then array(select key_ from found order by by_ desc, key_ desc limit $17 offset $18)
when cardinality(walked_) = $19 then walked_
else array(select key_ from (select "t"."meter_id" as key_, "t"."read_date" as by_ from "meter" as t where "t"."read_date" >= $20 and "t"."read_date" <= $21 and "t"."org_id" = any($22::integer[]) and "t"."simple_id" = any($23::integer[]) and "t"."bill_id" = any($24::integer[]) and "t"."p_id" = any($25::integer[]) and "t"."p_id" = $26::integer offset 0) as every order by by_ desc, key_ desc limit $27 offset $28)
end as keys_
from counted, lateral (select case when total_ > $29 then array(
select "t"."meter_id" from (select t.* from "meter" as t order by "t"."read_date" desc, "t"."meter_id" desc limit $30) as t
where "t"."read_date" >= $31 and "t"."read_date" <= $32 and "t"."org_id" = any($33::integer[]) and "t"."simple_id" = any($34::integer[]) and "t"."bill_id" = any($35::integer[]) and "t"."p_id" = any($36::integer[]) and "t"."p_id" = $37::integer order by "t"."read_date" desc, "t"."meter_id" desc limit $38 offset $39) end as walked_ offset 0) as walk
-- values: ["2026-01-01","2026-12-31",[1,2],[1,2],[1,2],[1,2],1,10001,"2026-01-01","2026-12-31",[1,2],[1,2],[1,2],[1,2],1,10000,20,0,20,"2026-01-01","2026-12-31",[1,2],[1,2],[1,2],[1,2],1,20,0,10000,20000,"2026-01-01","2026-12-31",[1,2],[1,2],[1,2],[1,2],1,20,0]
select "t"."meter_id", "t"."read_date", "t"."org_id", "t"."simple_id", "t"."previous", "t"."current", "t"."usage", "t"."price", "t"."amount", "t"."is_new", "t"."bill_id", "t"."imgs", "t"."note", "t"."p_id", "t"."created_by", "r0"."unit_floor" as "org_id_title", "r1"."name" as "simple_id_title", "r2"."sn" as "bill_id_title", "r3"."name" as "p_id_title", "r4"."name" as "created_by_title", "r0"."region_name" as "region_name", t.version from "meter" as t left join "org" as "r0" on "r0"."org_id" = "t"."org_id" left join "simple" as "r1" on "r1"."id" = "t"."simple_id" left join "bill" as "r2" on "r2"."bill_id" = "t"."bill_id" left join "project" as "r3" on "r3"."p_id" = "t"."p_id" left join "account" as "r4" on "r4"."user_id" = "t"."created_by" where "t"."meter_id" = any((select $1::integer[])::integer[]) and "t"."p_id" = $2::integer
-- values: [[7],1]
