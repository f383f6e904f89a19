-- as it opens: {"page":1,"page_rows":20}, projects null
/* planned anew */
select array(select "t"."apply_id" from "qualification" as t where true order by "t"."created_at" desc, "t"."apply_id" desc limit $1 offset $2) as keys_,
total_ from (select count(*) as total_ from (select 1 from "qualification" as t where true limit $3) as counted) as counted
-- values: [20,0,10001]
select "t"."apply_id", "t"."custom_name", "t"."card", "t"."phone", "t"."p_id", "t"."nature", "t"."priority", "t"."room_type", "t"."family_size", "t"."income", "t"."housing_area", "t"."employer", "t"."status", "t"."reason", "t"."exception", "t"."checked_by", "t"."rule_version", "t"."source", "t"."imgs", "t"."note", "t"."created_by", "t"."created_at", (case when substr("t"."card", 17, 1) ~ '[13579]' then 1 when "t"."card" is not null then 2 end) as "card_sex", "t"."card$sealed", "r0"."name" as "p_id_title", "r1"."name" as "checked_by_title", "r2"."name" as "created_by_title", t.version from "qualification" as t left join "project" as "r0" on "r0"."p_id" = "t"."p_id" left join "account" as "r1" on "r1"."user_id" = "t"."checked_by" left join "account" as "r2" on "r2"."user_id" = "t"."created_by" where "t"."apply_id" = any((select $1::integer[])::integer[])
-- values: [[7]]

-- within projects: {"page":3,"page_rows":50}, projects [1,2]
/* planned anew */
select array(select "t"."apply_id" from "qualification" as t where "t"."p_id" = any($1::integer[]) order by "t"."created_at" desc, "t"."apply_id" desc limit $2 offset $3) as keys_,
total_ from (select count(*) as total_ from (select 1 from "qualification" as t where "t"."p_id" = any($4::integer[]) limit $5) as counted) as counted
-- values: [[1,2],50,100,[1,2],10001]
select "t"."apply_id", "t"."custom_name", "t"."card", "t"."phone", "t"."p_id", "t"."nature", "t"."priority", "t"."room_type", "t"."family_size", "t"."income", "t"."housing_area", "t"."employer", "t"."status", "t"."reason", "t"."exception", "t"."checked_by", "t"."rule_version", "t"."source", "t"."imgs", "t"."note", "t"."created_by", "t"."created_at", (case when substr("t"."card", 17, 1) ~ '[13579]' then 1 when "t"."card" is not null then 2 end) as "card_sex", "t"."card$sealed", "r0"."name" as "p_id_title", "r1"."name" as "checked_by_title", "r2"."name" as "created_by_title", t.version from "qualification" as t left join "project" as "r0" on "r0"."p_id" = "t"."p_id" left join "account" as "r1" on "r1"."user_id" = "t"."checked_by" left join "account" as "r2" on "r2"."user_id" = "t"."created_by" where "t"."apply_id" = any((select $1::integer[])::integer[]) and "t"."p_id" = any($2::integer[])
-- values: [[7],[1,2]]

-- sorted: {"order":"-created_at"}, projects null
/* planned anew */
select array(select "t"."apply_id" from "qualification" as t where true order by "t"."created_at" desc, "t"."apply_id" desc limit $1 offset $2) as keys_,
total_ from (select count(*) as total_ from (select 1 from "qualification" as t where true limit $3) as counted) as counted
-- values: [20,0,10001]
select "t"."apply_id", "t"."custom_name", "t"."card", "t"."phone", "t"."p_id", "t"."nature", "t"."priority", "t"."room_type", "t"."family_size", "t"."income", "t"."housing_area", "t"."employer", "t"."status", "t"."reason", "t"."exception", "t"."checked_by", "t"."rule_version", "t"."source", "t"."imgs", "t"."note", "t"."created_by", "t"."created_at", (case when substr("t"."card", 17, 1) ~ '[13579]' then 1 when "t"."card" is not null then 2 end) as "card_sex", "t"."card$sealed", "r0"."name" as "p_id_title", "r1"."name" as "checked_by_title", "r2"."name" as "created_by_title", t.version from "qualification" as t left join "project" as "r0" on "r0"."p_id" = "t"."p_id" left join "account" as "r1" on "r1"."user_id" = "t"."checked_by" left join "account" as "r2" on "r2"."user_id" = "t"."created_by" where "t"."apply_id" = any((select $1::integer[])::integer[])
-- values: [[7]]

-- every filter at once: {"custom_name":"张杨","card":"张杨","p_id":[1,2],"nature":[1,2],"priority":[1,2],"room_type":[1,2],"status":[1,2],"source":[1,2],"created_at_start":1,"created_at_end":2}, projects [1]
/* planned anew */
with found as materialized (select "t"."apply_id" as key_, "t"."created_at" as by_ from "qualification" as t where grams("t"."custom_name") @> $1::text[] and right("t"."card", 4) = $2 and "t"."p_id" = any($3::integer[]) and "t"."nature" = any($4::integer[]) and "t"."priority" = any($5::integer[]) and "t"."room_type" = any($6::integer[]) and "t"."status" = any($7::integer[]) and "t"."source" = any($8::integer[]) and "t"."created_at" >= $9 and "t"."created_at" <= $10 and "t"."p_id" = $11::integer limit $12),
counted as (select count(*) as total_ from found)
select total_, case when total_ <= $13
then array(select key_ from found order by by_ desc, key_ desc limit $14 offset $15)
when cardinality(walked_) = $16 then walked_
else array(select key_ from (select "t"."apply_id" as key_, "t"."created_at" as by_ from "qualification" as t where grams("t"."custom_name") @> $17::text[] and right("t"."card", 4) = $18 and "t"."p_id" = any($19::integer[]) and "t"."nature" = any($20::integer[]) and "t"."priority" = any($21::integer[]) and "t"."room_type" = any($22::integer[]) and "t"."status" = any($23::integer[]) and "t"."source" = any($24::integer[]) and "t"."created_at" >= $25 and "t"."created_at" <= $26 and "t"."p_id" = $27::integer offset 0) as every order by by_ desc, key_ desc limit $28 offset $29)
end as keys_
from counted, lateral (select case when total_ > $30 then array(
select "t"."apply_id" from (select t.* from "qualification" as t order by "t"."created_at" desc, "t"."apply_id" desc limit $31) as t
where position($32 in "t"."custom_name") > 0 and right("t"."card", 4) = $33 and "t"."p_id" = any($34::integer[]) and "t"."nature" = any($35::integer[]) and "t"."priority" = any($36::integer[]) and "t"."room_type" = any($37::integer[]) and "t"."status" = any($38::integer[]) and "t"."source" = any($39::integer[]) and "t"."created_at" >= $40 and "t"."created_at" <= $41 and "t"."p_id" = $42::integer order by "t"."created_at" desc, "t"."apply_id" desc limit $43 offset $44) end as walked_ offset 0) as walk
-- values: [["张杨"],"张杨",[1,2],[1,2],[1,2],[1,2],[1,2],[1,2],1,2,1,2001,2000,20,0,20,["张杨"],"张杨",[1,2],[1,2],[1,2],[1,2],[1,2],[1,2],1,2,1,20,0,2000,20000,"张杨","张杨",[1,2],[1,2],[1,2],[1,2],[1,2],[1,2],1,2,1,20,0]
select "t"."apply_id", "t"."custom_name", "t"."card", "t"."phone", "t"."p_id", "t"."nature", "t"."priority", "t"."room_type", "t"."family_size", "t"."income", "t"."housing_area", "t"."employer", "t"."status", "t"."reason", "t"."exception", "t"."checked_by", "t"."rule_version", "t"."source", "t"."imgs", "t"."note", "t"."created_by", "t"."created_at", (case when substr("t"."card", 17, 1) ~ '[13579]' then 1 when "t"."card" is not null then 2 end) as "card_sex", "t"."card$sealed", "r0"."name" as "p_id_title", "r1"."name" as "checked_by_title", "r2"."name" as "created_by_title", t.version from "qualification" as t left join "project" as "r0" on "r0"."p_id" = "t"."p_id" left join "account" as "r1" on "r1"."user_id" = "t"."checked_by" left join "account" as "r2" on "r2"."user_id" = "t"."created_by" where "t"."apply_id" = any((select $1::integer[])::integer[]) and "t"."p_id" = $2::integer
-- values: [[7],1]
