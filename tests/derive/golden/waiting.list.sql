-- as it opens: {"page":1,"page_rows":20}, projects null
/* planned anew */
select array(select "t"."wait_id" from "waiting" as t where true order by "t"."queue_order" asc, "t"."wait_id" asc limit $1 offset $2) as keys_,
total_ from (select count(*) as total_ from (select 1 from "waiting" as t where true limit $3) as counted) as counted
-- values: [20,0,10001]
select "t"."wait_id", "t"."rank", "t"."custom_name", "t"."card", "t"."phone", "t"."p_id", "t"."nature", "t"."room_type", "t"."priority", "t"."qualified_at", "t"."status", "t"."org_id", "t"."held_until", "t"."declines", "t"."reason", "t"."apply_id", "t"."lottery_no", "t"."rule_version", "t"."queue_order", (case when substr("t"."card", 17, 1) ~ '[13579]' then 1 when "t"."card" is not null then 2 end) as "card_sex", "t"."card$sealed", "r0"."name" as "p_id_title", "r1"."unit_floor" as "org_id_title", "r1"."region_name" as "region_name", t.version from "waiting_view" as t left join "project" as "r0" on "r0"."p_id" = "t"."p_id" left join "org" as "r1" on "r1"."org_id" = "t"."org_id" where "t"."wait_id" = any((select $1::integer[])::integer[])
-- values: [[7]]

-- within projects: {"page":3,"page_rows":50}, projects [1,2]
/* planned anew */
select array(select "t"."wait_id" from "waiting" as t where "t"."p_id" = any($1::integer[]) order by "t"."queue_order" asc, "t"."wait_id" asc limit $2 offset $3) as keys_,
total_ from (select count(*) as total_ from (select 1 from "waiting" as t where "t"."p_id" = any($4::integer[]) limit $5) as counted) as counted
-- values: [[1,2],50,100,[1,2],10001]
select "t"."wait_id", "t"."rank", "t"."custom_name", "t"."card", "t"."phone", "t"."p_id", "t"."nature", "t"."room_type", "t"."priority", "t"."qualified_at", "t"."status", "t"."org_id", "t"."held_until", "t"."declines", "t"."reason", "t"."apply_id", "t"."lottery_no", "t"."rule_version", "t"."queue_order", (case when substr("t"."card", 17, 1) ~ '[13579]' then 1 when "t"."card" is not null then 2 end) as "card_sex", "t"."card$sealed", "r0"."name" as "p_id_title", "r1"."unit_floor" as "org_id_title", "r1"."region_name" as "region_name", t.version from "waiting_view" as t left join "project" as "r0" on "r0"."p_id" = "t"."p_id" left join "org" as "r1" on "r1"."org_id" = "t"."org_id" where "t"."wait_id" = any((select $1::integer[])::integer[]) and "t"."p_id" = any($2::integer[])
-- values: [[7],[1,2]]

-- sorted: {"order":"-queue_order"}, projects null
/* planned anew */
select array(select "t"."wait_id" from "waiting" as t where true order by "t"."queue_order" desc, "t"."wait_id" desc limit $1 offset $2) as keys_,
total_ from (select count(*) as total_ from (select 1 from "waiting" as t where true limit $3) as counted) as counted
-- values: [20,0,10001]
select "t"."wait_id", "t"."rank", "t"."custom_name", "t"."card", "t"."phone", "t"."p_id", "t"."nature", "t"."room_type", "t"."priority", "t"."qualified_at", "t"."status", "t"."org_id", "t"."held_until", "t"."declines", "t"."reason", "t"."apply_id", "t"."lottery_no", "t"."rule_version", "t"."queue_order", (case when substr("t"."card", 17, 1) ~ '[13579]' then 1 when "t"."card" is not null then 2 end) as "card_sex", "t"."card$sealed", "r0"."name" as "p_id_title", "r1"."unit_floor" as "org_id_title", "r1"."region_name" as "region_name", t.version from "waiting_view" as t left join "project" as "r0" on "r0"."p_id" = "t"."p_id" left join "org" as "r1" on "r1"."org_id" = "t"."org_id" where "t"."wait_id" = any((select $1::integer[])::integer[])
-- values: [[7]]

-- every filter at once: {"custom_name":"张杨","card":"张杨","p_id":[1,2],"nature":[1,2],"room_type":[1,2],"priority":[1,2],"qualified_at_start":1,"qualified_at_end":2,"status":[1,2],"held_until_start":1,"held_until_end":2,"apply_id":[1,2],"lottery_no":1}, projects [1]
/* planned anew */
with found as materialized (select "t"."wait_id" as key_, "t"."queue_order" as by_ from "waiting" as t where grams("t"."custom_name") @> $1::text[] and right("t"."card", 4) = $2 and "t"."p_id" = any($3::integer[]) and "t"."nature" = any($4::integer[]) and "t"."room_type" = any($5::integer[]) and "t"."priority" = any($6::integer[]) and "t"."qualified_at" >= $7 and "t"."qualified_at" <= $8 and "t"."status" = any($9::integer[]) and "t"."held_until" >= $10 and "t"."held_until" <= $11 and "t"."apply_id" = any($12::integer[]) and "t"."lottery_no" = $13 and "t"."p_id" = $14::integer limit $15),
counted as (select count(*) as total_ from found)
select total_, case when total_ <= $16
then array(select key_ from found order by by_ asc, key_ asc limit $17 offset $18)
when cardinality(walked_) = $19 then walked_
else array(select key_ from (select "t"."wait_id" as key_, "t"."queue_order" as by_ from "waiting" as t where grams("t"."custom_name") @> $20::text[] and right("t"."card", 4) = $21 and "t"."p_id" = any($22::integer[]) and "t"."nature" = any($23::integer[]) and "t"."room_type" = any($24::integer[]) and "t"."priority" = any($25::integer[]) and "t"."qualified_at" >= $26 and "t"."qualified_at" <= $27 and "t"."status" = any($28::integer[]) and "t"."held_until" >= $29 and "t"."held_until" <= $30 and "t"."apply_id" = any($31::integer[]) and "t"."lottery_no" = $32 and "t"."p_id" = $33::integer offset 0) as every order by by_ asc, key_ asc limit $34 offset $35)
end as keys_
from counted, lateral (select case when total_ > $36 then array(
select "t"."wait_id" from (select t.* from "waiting" as t order by "t"."queue_order" asc, "t"."wait_id" asc limit $37) as t
where position($38 in "t"."custom_name") > 0 and right("t"."card", 4) = $39 and "t"."p_id" = any($40::integer[]) and "t"."nature" = any($41::integer[]) and "t"."room_type" = any($42::integer[]) and "t"."priority" = any($43::integer[]) and "t"."qualified_at" >= $44 and "t"."qualified_at" <= $45 and "t"."status" = any($46::integer[]) and "t"."held_until" >= $47 and "t"."held_until" <= $48 and "t"."apply_id" = any($49::integer[]) and "t"."lottery_no" = $50 and "t"."p_id" = $51::integer order by "t"."queue_order" asc, "t"."wait_id" asc limit $52 offset $53) end as walked_ offset 0) as walk
-- values: [["张杨"],"张杨",[1,2],[1,2],[1,2],[1,2],1,2,[1,2],1,2,[1,2],1,1,2001,2000,20,0,20,["张杨"],"张杨",[1,2],[1,2],[1,2],[1,2],1,2,[1,2],1,2,[1,2],1,1,20,0,2000,20000,"张杨","张杨",[1,2],[1,2],[1,2],[1,2],1,2,[1,2],1,2,[1,2],1,1,20,0]
select "t"."wait_id", "t"."rank", "t"."custom_name", "t"."card", "t"."phone", "t"."p_id", "t"."nature", "t"."room_type", "t"."priority", "t"."qualified_at", "t"."status", "t"."org_id", "t"."held_until", "t"."declines", "t"."reason", "t"."apply_id", "t"."lottery_no", "t"."rule_version", "t"."queue_order", (case when substr("t"."card", 17, 1) ~ '[13579]' then 1 when "t"."card" is not null then 2 end) as "card_sex", "t"."card$sealed", "r0"."name" as "p_id_title", "r1"."unit_floor" as "org_id_title", "r1"."region_name" as "region_name", t.version from "waiting_view" as t left join "project" as "r0" on "r0"."p_id" = "t"."p_id" left join "org" as "r1" on "r1"."org_id" = "t"."org_id" where "t"."wait_id" = any((select $1::integer[])::integer[]) and "t"."p_id" = $2::integer
-- values: [[7],1]
