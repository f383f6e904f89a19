-- as it opens: {"page":1,"page_rows":20}, projects null
/* planned anew */
select array(select "t"."flow_id" from "flow" as t where true order by "t"."deal_time" desc, "t"."flow_id" desc limit $1 offset $2) as keys_,
(select count(*) from (select 1 from "flow" as t where true limit $3) as counted) as total_
-- values: [20,0,10001]
select "t"."flow_id", "t"."sn", "t"."type", "t"."price", "t"."custom_name", "t"."from", "t"."item", "t"."way", "t"."deal_time", "t"."org_id", "t"."start_date", "t"."end_date", "t"."state", "t"."p_id", "t"."imgs", "t"."note", "t"."reverses", "t"."unit_id", "t"."from_id", "t"."created_by", "r0"."unit_floor" as "org_id_title", "r1"."name" as "p_id_title", "r2"."name" as "created_by_title", "r0"."region_name" as "region_name", t.version from "flow_view" as t left join "org" as "r0" on "r0"."org_id" = "t"."org_id" left join "project" as "r1" on "r1"."p_id" = "t"."p_id" left join "account" as "r2" on "r2"."user_id" = "t"."created_by" where "t"."flow_id" = any($1::integer[])
-- values: [[7]]

-- within projects: {"page":3,"page_rows":50}, projects [1,2]
/* planned anew */
select array(select "t"."flow_id" from "flow" as t where "t"."p_id" = any($1::integer[]) order by "t"."deal_time" desc, "t"."flow_id" desc limit $2 offset $3) as keys_,
(select count(*) from (select 1 from "flow" as t where "t"."p_id" = any($4::integer[]) limit $5) as counted) as total_
-- values: [[1,2],50,100,[1,2],10001]
select "t"."flow_id", "t"."sn", "t"."type", "t"."price", "t"."custom_name", "t"."from", "t"."item", "t"."way", "t"."deal_time", "t"."org_id", "t"."start_date", "t"."end_date", "t"."state", "t"."p_id", "t"."imgs", "t"."note", "t"."reverses", "t"."unit_id", "t"."from_id", "t"."created_by", "r0"."unit_floor" as "org_id_title", "r1"."name" as "p_id_title", "r2"."name" as "created_by_title", "r0"."region_name" as "region_name", t.version from "flow_view" as t left join "org" as "r0" on "r0"."org_id" = "t"."org_id" left join "project" as "r1" on "r1"."p_id" = "t"."p_id" left join "account" as "r2" on "r2"."user_id" = "t"."created_by" where "t"."flow_id" = any($1::integer[]) and "t"."p_id" = any($2::integer[])
-- values: [[7],[1,2]]

-- sorted: {"order":"-price"}, projects null
/* planned anew */
select array(select "t"."flow_id" from "flow" as t where true order by "t"."price" desc, "t"."flow_id" desc limit $1 offset $2) as keys_,
(select count(*) from (select 1 from "flow" as t where true limit $3) as counted) as total_
-- values: [20,0,10001]
select "t"."flow_id", "t"."sn", "t"."type", "t"."price", "t"."custom_name", "t"."from", "t"."item", "t"."way", "t"."deal_time", "t"."org_id", "t"."start_date", "t"."end_date", "t"."state", "t"."p_id", "t"."imgs", "t"."note", "t"."reverses", "t"."unit_id", "t"."from_id", "t"."created_by", "r0"."unit_floor" as "org_id_title", "r1"."name" as "p_id_title", "r2"."name" as "created_by_title", "r0"."region_name" as "region_name", t.version from "flow_view" as t left join "org" as "r0" on "r0"."org_id" = "t"."org_id" left join "project" as "r1" on "r1"."p_id" = "t"."p_id" left join "account" as "r2" on "r2"."user_id" = "t"."created_by" where "t"."flow_id" = any($1::integer[])
-- values: [[7]]

-- sorted: {"order":"-deal_time"}, projects null
/* planned anew */
select array(select "t"."flow_id" from "flow" as t where true order by "t"."deal_time" desc, "t"."flow_id" desc limit $1 offset $2) as keys_,
(select count(*) from (select 1 from "flow" as t where true limit $3) as counted) as total_
-- values: [20,0,10001]
select "t"."flow_id", "t"."sn", "t"."type", "t"."price", "t"."custom_name", "t"."from", "t"."item", "t"."way", "t"."deal_time", "t"."org_id", "t"."start_date", "t"."end_date", "t"."state", "t"."p_id", "t"."imgs", "t"."note", "t"."reverses", "t"."unit_id", "t"."from_id", "t"."created_by", "r0"."unit_floor" as "org_id_title", "r1"."name" as "p_id_title", "r2"."name" as "created_by_title", "r0"."region_name" as "region_name", t.version from "flow_view" as t left join "org" as "r0" on "r0"."org_id" = "t"."org_id" left join "project" as "r1" on "r1"."p_id" = "t"."p_id" left join "account" as "r2" on "r2"."user_id" = "t"."created_by" where "t"."flow_id" = any($1::integer[])
-- values: [[7]]

-- every filter at once: {"sn":"张杨","type":[1,2],"price_start":1,"price_end":2,"custom_name":"张杨","from":[1,2],"way":[1,2],"deal_time_start":1,"deal_time_end":2,"org_id":[1,2],"start_date_start":"2026-01-01","start_date_end":"2026-12-31","p_id":[1,2],"unit_id":[1,2]}, projects [1]
/* planned anew */
with found as materialized (select "t"."flow_id" as key_, "t"."deal_time" as by_ from "flow" as t where ("t"."sn" ~>=~ $1 and "t"."sn" ~<~ $2) and "t"."type" = any($3::integer[]) and "t"."price" >= $4 and "t"."price" <= $5 and grams("t"."custom_name") @> $6::text[] and "t"."from" = any($7::integer[]) and "t"."way" = any($8::integer[]) and "t"."deal_time" >= $9 and "t"."deal_time" <= $10 and "t"."org_id" = any($11::integer[]) and "t"."start_date" >= $12 and "t"."start_date" <= $13 and "t"."p_id" = any($14::integer[]) and "t"."unit_id" = any($15::integer[]) and "t"."p_id" = $16::integer limit $17),
counted as (select count(*) as total_ from found)
select total_, case when total_ <= $18
then array(select key_ from found order by by_ desc, key_ desc limit $19 offset $20)
when cardinality(walked_) = $21 then walked_
else array(select key_ from (select "t"."flow_id" as key_, "t"."deal_time" as by_ from "flow" as t where ("t"."sn" ~>=~ $22 and "t"."sn" ~<~ $23) and "t"."type" = any($24::integer[]) and "t"."price" >= $25 and "t"."price" <= $26 and grams("t"."custom_name") @> $27::text[] and "t"."from" = any($28::integer[]) and "t"."way" = any($29::integer[]) and "t"."deal_time" >= $30 and "t"."deal_time" <= $31 and "t"."org_id" = any($32::integer[]) and "t"."start_date" >= $33 and "t"."start_date" <= $34 and "t"."p_id" = any($35::integer[]) and "t"."unit_id" = any($36::integer[]) and "t"."p_id" = $37::integer offset 0) as every order by by_ desc, key_ desc limit $38 offset $39)
end as keys_
from counted, lateral (select case when total_ > $40 then array(
select "t"."flow_id" from (select t.* from "flow" as t order by "t"."deal_time" desc, "t"."flow_id" desc limit $41) as t
where ("t"."sn" ~>=~ $42 and "t"."sn" ~<~ $43) and "t"."type" = any($44::integer[]) and "t"."price" >= $45 and "t"."price" <= $46 and position($47 in "t"."custom_name") > 0 and "t"."from" = any($48::integer[]) and "t"."way" = any($49::integer[]) and "t"."deal_time" >= $50 and "t"."deal_time" <= $51 and "t"."org_id" = any($52::integer[]) and "t"."start_date" >= $53 and "t"."start_date" <= $54 and "t"."p_id" = any($55::integer[]) and "t"."unit_id" = any($56::integer[]) and "t"."p_id" = $57::integer order by "t"."deal_time" desc, "t"."flow_id" desc limit $58 offset $59) end as walked_ offset 0) as walk
-- values: ["张杨","张杨􏿿",[1,2],1,2,["张杨"],[1,2],[1,2],1,2,[1,2],"2026-01-01","2026-12-31",[1,2],[1,2],1,2001,2000,20,0,20,"张杨","张杨􏿿",[1,2],1,2,["张杨"],[1,2],[1,2],1,2,[1,2],"2026-01-01","2026-12-31",[1,2],[1,2],1,20,0,2000,20000,"张杨","张杨􏿿",[1,2],1,2,"张杨",[1,2],[1,2],1,2,[1,2],"2026-01-01","2026-12-31",[1,2],[1,2],1,20,0]
select "t"."flow_id", "t"."sn", "t"."type", "t"."price", "t"."custom_name", "t"."from", "t"."item", "t"."way", "t"."deal_time", "t"."org_id", "t"."start_date", "t"."end_date", "t"."state", "t"."p_id", "t"."imgs", "t"."note", "t"."reverses", "t"."unit_id", "t"."from_id", "t"."created_by", "r0"."unit_floor" as "org_id_title", "r1"."name" as "p_id_title", "r2"."name" as "created_by_title", "r0"."region_name" as "region_name", t.version from "flow_view" as t left join "org" as "r0" on "r0"."org_id" = "t"."org_id" left join "project" as "r1" on "r1"."p_id" = "t"."p_id" left join "account" as "r2" on "r2"."user_id" = "t"."created_by" where "t"."flow_id" = any($1::integer[]) and "t"."p_id" = $2::integer
-- values: [[7],1]
