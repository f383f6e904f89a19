-- as it opens: {"page":1,"page_rows":20}, projects null
/* planned anew */
select array(select "t"."bill_id" from "bill_withhold_view" as t where true order by "t"."bill_date" asc, "t"."bill_id" asc limit $1 offset $2) as keys_,
total_, case when total_ <= 2000 then (select sums_ from (select 1 as one_, array[coalesce(sum("sum0_"), 0)::text, coalesce(sum("sum1_"), 0)::text, coalesce(sum("sum2_"), 0)::text] as sums_ from (select 1 as one_, "t"."price" as "sum0_", "t"."paid" as "sum1_", "t"."owed" as "sum2_" from "bill_withhold_view" as t where true) as summed) as sums) end as sums_ from (select count(*) as total_ from (select 1 from "bill_withhold_view" as t where true limit $3) as counted) as counted
-- values: [20,0,2001]
select "t"."bill_id", "t"."sn", "t"."custom_name", "t"."org_id", "t"."from", "t"."price", "t"."paid", "t"."owed", "t"."bill_date", "t"."state", "t"."batch_id", "t"."p_id", "r0"."unit_floor" as "org_id_title", "r1"."sn" as "batch_id_title", "r2"."name" as "p_id_title", "r0"."region_name" as "region_name", t.version from "bill_withhold_view" as t left join "org" as "r0" on "r0"."org_id" = "t"."org_id" left join "withhold" as "r1" on "r1"."batch_id" = "t"."batch_id" left join "project" as "r2" on "r2"."p_id" = "t"."p_id" where "t"."bill_id" = any((select $1::integer[])::integer[])
-- values: [[7]]

-- within projects: {"page":3,"page_rows":50}, projects [1,2]
/* planned anew */
select array(select "t"."bill_id" from "bill_withhold_view" as t where "t"."p_id" = any($1::integer[]) order by "t"."bill_date" asc, "t"."bill_id" asc limit $2 offset $3) as keys_,
total_, case when total_ <= 2000 then (select sums_ from (select 1 as one_, array[coalesce(sum("sum0_"), 0)::text, coalesce(sum("sum1_"), 0)::text, coalesce(sum("sum2_"), 0)::text] as sums_ from (select 1 as one_, "t"."price" as "sum0_", "t"."paid" as "sum1_", "t"."owed" as "sum2_" from "bill_withhold_view" as t where "t"."p_id" = any($4::integer[])) as summed) as sums) end as sums_ from (select count(*) as total_ from (select 1 from "bill_withhold_view" as t where "t"."p_id" = any($5::integer[]) limit $6) as counted) as counted
-- values: [[1,2],50,100,[1,2],[1,2],2001]
select "t"."bill_id", "t"."sn", "t"."custom_name", "t"."org_id", "t"."from", "t"."price", "t"."paid", "t"."owed", "t"."bill_date", "t"."state", "t"."batch_id", "t"."p_id", "r0"."unit_floor" as "org_id_title", "r1"."sn" as "batch_id_title", "r2"."name" as "p_id_title", "r0"."region_name" as "region_name", t.version from "bill_withhold_view" as t left join "org" as "r0" on "r0"."org_id" = "t"."org_id" left join "withhold" as "r1" on "r1"."batch_id" = "t"."batch_id" left join "project" as "r2" on "r2"."p_id" = "t"."p_id" where "t"."bill_id" = any((select $1::integer[])::integer[]) and "t"."p_id" = any($2::integer[])
-- values: [[7],[1,2]]

-- sorted: {"order":"-bill_date"}, projects null
/* planned anew */
select array(select "t"."bill_id" from "bill_withhold_view" as t where true order by "t"."bill_date" desc, "t"."bill_id" desc limit $1 offset $2) as keys_,
total_, case when total_ <= 2000 then (select sums_ from (select 1 as one_, array[coalesce(sum("sum0_"), 0)::text, coalesce(sum("sum1_"), 0)::text, coalesce(sum("sum2_"), 0)::text] as sums_ from (select 1 as one_, "t"."price" as "sum0_", "t"."paid" as "sum1_", "t"."owed" as "sum2_" from "bill_withhold_view" as t where true) as summed) as sums) end as sums_ from (select count(*) as total_ from (select 1 from "bill_withhold_view" as t where true limit $3) as counted) as counted
-- values: [20,0,2001]
select "t"."bill_id", "t"."sn", "t"."custom_name", "t"."org_id", "t"."from", "t"."price", "t"."paid", "t"."owed", "t"."bill_date", "t"."state", "t"."batch_id", "t"."p_id", "r0"."unit_floor" as "org_id_title", "r1"."sn" as "batch_id_title", "r2"."name" as "p_id_title", "r0"."region_name" as "region_name", t.version from "bill_withhold_view" as t left join "org" as "r0" on "r0"."org_id" = "t"."org_id" left join "withhold" as "r1" on "r1"."batch_id" = "t"."batch_id" left join "project" as "r2" on "r2"."p_id" = "t"."p_id" where "t"."bill_id" = any((select $1::integer[])::integer[])
-- values: [[7]]

-- every filter at once: {"sn":"张杨","org_id":[1,2],"from":[1,2],"bill_date_start":"2026-01-01","bill_date_end":"2026-12-31","state":[1,2],"p_id":[1,2]}, projects [1]
/* planned anew */
with found as materialized (select "t"."bill_id" as key_, "t"."bill_date" as by_ from "bill_withhold_view" as t where ("t"."sn" ~>=~ $1 and "t"."sn" ~<~ $2) and "t"."org_id" = any($3::integer[]) and "t"."from" = any($4::integer[]) and "t"."bill_date" >= $5 and "t"."bill_date" <= $6 and ((t.paid <= 0 and t.bill_date >= as_of_day()) or (t.paid > 0 and t.bill_date >= as_of_day())) and "t"."p_id" = any($7::integer[]) and "t"."p_id" = $8::integer limit $9),
counted as (select count(*) as total_ from found)
select total_, case when total_ <= 2000 then (select sums_ from (select 1 as one_, array[coalesce(sum("sum0_"), 0)::text, coalesce(sum("sum1_"), 0)::text, coalesce(sum("sum2_"), 0)::text] as sums_ from (select 1 as one_, "t"."price" as "sum0_", "t"."paid" as "sum1_", "t"."owed" as "sum2_" from "bill_withhold_view" as t where ("t"."sn" ~>=~ $10 and "t"."sn" ~<~ $11) and "t"."org_id" = any($12::integer[]) and "t"."from" = any($13::integer[]) and "t"."bill_date" >= $14 and "t"."bill_date" <= $15 and ((t.paid <= 0 and t.bill_date >= as_of_day()) or (t.paid > 0 and t.bill_date >= as_of_day())) and "t"."p_id" = any($16::integer[]) and "t"."p_id" = $17::integer) as summed) as sums) end as sums_, case when total_ <= $18
then array(select key_ from found order by by_ asc, key_ asc limit $19 offset $20)
when cardinality(walked_) = $21 then walked_
else array(select key_ from (select "t"."bill_id" as key_, "t"."bill_date" as by_ from "bill_withhold_view" as t where ("t"."sn" ~>=~ $22 and "t"."sn" ~<~ $23) and "t"."org_id" = any($24::integer[]) and "t"."from" = any($25::integer[]) and "t"."bill_date" >= $26 and "t"."bill_date" <= $27 and ((t.paid <= 0 and t.bill_date >= as_of_day()) or (t.paid > 0 and t.bill_date >= as_of_day())) and "t"."p_id" = any($28::integer[]) and "t"."p_id" = $29::integer offset 0) as every order by by_ asc, key_ asc limit $30 offset $31)
end as keys_
from counted, lateral (select case when total_ > $32 then array(
select "t"."bill_id" from (select t.* from "bill_withhold_view" as t where true order by "t"."bill_date" asc, "t"."bill_id" asc limit $33) as t
where ("t"."sn" ~>=~ $34 and "t"."sn" ~<~ $35) and "t"."org_id" = any($36::integer[]) and "t"."from" = any($37::integer[]) and "t"."bill_date" >= $38 and "t"."bill_date" <= $39 and ((t.paid <= 0 and t.bill_date >= as_of_day()) or (t.paid > 0 and t.bill_date >= as_of_day())) and "t"."p_id" = any($40::integer[]) and "t"."p_id" = $41::integer order by "t"."bill_date" asc, "t"."bill_id" asc limit $42 offset $43) end as walked_ offset 0) as walk
-- values: ["张杨","张杨􏿿",[1,2],[1,2],"2026-01-01","2026-12-31",[1,2],1,2001,"张杨","张杨􏿿",[1,2],[1,2],"2026-01-01","2026-12-31",[1,2],1,2000,20,0,20,"张杨","张杨􏿿",[1,2],[1,2],"2026-01-01","2026-12-31",[1,2],1,20,0,2000,20000,"张杨","张杨􏿿",[1,2],[1,2],"2026-01-01","2026-12-31",[1,2],1,20,0]
select "t"."bill_id", "t"."sn", "t"."custom_name", "t"."org_id", "t"."from", "t"."price", "t"."paid", "t"."owed", "t"."bill_date", "t"."state", "t"."batch_id", "t"."p_id", "r0"."unit_floor" as "org_id_title", "r1"."sn" as "batch_id_title", "r2"."name" as "p_id_title", "r0"."region_name" as "region_name", t.version from "bill_withhold_view" as t left join "org" as "r0" on "r0"."org_id" = "t"."org_id" left join "withhold" as "r1" on "r1"."batch_id" = "t"."batch_id" left join "project" as "r2" on "r2"."p_id" = "t"."p_id" where "t"."bill_id" = any((select $1::integer[])::integer[]) and "t"."p_id" = $2::integer
-- values: [[7],1]
