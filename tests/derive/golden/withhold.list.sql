-- as it opens: {"page":1,"page_rows":20}, projects null
/* planned anew */
select array(select "t"."batch_id" from "withhold" as t where true order by "t"."created_at" desc, "t"."batch_id" desc limit $1 offset $2) as keys_,
total_ from (select count(*) as total_ from (select 1 from "withhold" as t where true limit $3) as counted) as counted
-- values: [20,0,10001]
select "t"."batch_id", "t"."sn", "t"."bank", "t"."status", "t"."lines", "t"."price", "t"."done_lines", "t"."done_price", "t"."failed_lines", "t"."created_at", "t"."returned_at", "t"."p_id", "t"."created_by", "r0"."name" as "p_id_title", "r1"."name" as "created_by_title", t.version from "withhold_view" as t left join "project" as "r0" on "r0"."p_id" = "t"."p_id" left join "account" as "r1" on "r1"."user_id" = "t"."created_by" where "t"."batch_id" = any((select $1::integer[])::integer[])
-- values: [[7]]

-- within projects: {"page":3,"page_rows":50}, projects [1,2]
/* planned anew */
select array(select "t"."batch_id" from "withhold" as t where "t"."p_id" = any($1::integer[]) order by "t"."created_at" desc, "t"."batch_id" desc limit $2 offset $3) as keys_,
total_ from (select count(*) as total_ from (select 1 from "withhold" as t where "t"."p_id" = any($4::integer[]) limit $5) as counted) as counted
-- values: [[1,2],50,100,[1,2],10001]
select "t"."batch_id", "t"."sn", "t"."bank", "t"."status", "t"."lines", "t"."price", "t"."done_lines", "t"."done_price", "t"."failed_lines", "t"."created_at", "t"."returned_at", "t"."p_id", "t"."created_by", "r0"."name" as "p_id_title", "r1"."name" as "created_by_title", t.version from "withhold_view" as t left join "project" as "r0" on "r0"."p_id" = "t"."p_id" left join "account" as "r1" on "r1"."user_id" = "t"."created_by" where "t"."batch_id" = any((select $1::integer[])::integer[]) and "t"."p_id" = any($2::integer[])
-- values: [[7],[1,2]]

-- sorted: {"order":"-created_at"}, projects null
/* planned anew */
select array(select "t"."batch_id" from "withhold" as t where true order by "t"."created_at" desc, "t"."batch_id" desc limit $1 offset $2) as keys_,
total_ from (select count(*) as total_ from (select 1 from "withhold" as t where true limit $3) as counted) as counted
-- values: [20,0,10001]
select "t"."batch_id", "t"."sn", "t"."bank", "t"."status", "t"."lines", "t"."price", "t"."done_lines", "t"."done_price", "t"."failed_lines", "t"."created_at", "t"."returned_at", "t"."p_id", "t"."created_by", "r0"."name" as "p_id_title", "r1"."name" as "created_by_title", t.version from "withhold_view" as t left join "project" as "r0" on "r0"."p_id" = "t"."p_id" left join "account" as "r1" on "r1"."user_id" = "t"."created_by" where "t"."batch_id" = any((select $1::integer[])::integer[])
-- values: [[7]]

-- every filter at once: {"sn":"张杨","bank":"张杨","status":[1,2],"created_at_start":1,"created_at_end":2,"p_id":[1,2]}, projects [1]
/* planned anew */
with found as materialized (select "t"."batch_id" as key_, "t"."created_at" as by_ from "withhold" as t where ("t"."sn" ~>=~ $1 and "t"."sn" ~<~ $2) and grams("t"."bank") @> $3::text[] and "t"."status" = any($4::integer[]) and "t"."created_at" >= $5 and "t"."created_at" <= $6 and "t"."p_id" = any($7::integer[]) and "t"."p_id" = $8::integer limit $9),
counted as (select count(*) as total_ from found)
select total_, case when total_ <= $10
then array(select key_ from found order by by_ desc, key_ desc limit $11 offset $12)
when cardinality(walked_) = $13 then walked_
else array(select key_ from (select "t"."batch_id" as key_, "t"."created_at" as by_ from "withhold" as t where ("t"."sn" ~>=~ $14 and "t"."sn" ~<~ $15) and grams("t"."bank") @> $16::text[] and "t"."status" = any($17::integer[]) and "t"."created_at" >= $18 and "t"."created_at" <= $19 and "t"."p_id" = any($20::integer[]) and "t"."p_id" = $21::integer offset 0) as every order by by_ desc, key_ desc limit $22 offset $23)
end as keys_
from counted, lateral (select case when total_ > $24 then array(
select "t"."batch_id" from (select t.* from "withhold" as t order by "t"."created_at" desc, "t"."batch_id" desc limit $25) as t
where ("t"."sn" ~>=~ $26 and "t"."sn" ~<~ $27) and position($28 in "t"."bank") > 0 and "t"."status" = any($29::integer[]) and "t"."created_at" >= $30 and "t"."created_at" <= $31 and "t"."p_id" = any($32::integer[]) and "t"."p_id" = $33::integer order by "t"."created_at" desc, "t"."batch_id" desc limit $34 offset $35) end as walked_ offset 0) as walk
-- values: ["张杨","张杨􏿿",["张杨"],[1,2],1,2,[1,2],1,2001,2000,20,0,20,"张杨","张杨􏿿",["张杨"],[1,2],1,2,[1,2],1,20,0,2000,20000,"张杨","张杨􏿿","张杨",[1,2],1,2,[1,2],1,20,0]
select "t"."batch_id", "t"."sn", "t"."bank", "t"."status", "t"."lines", "t"."price", "t"."done_lines", "t"."done_price", "t"."failed_lines", "t"."created_at", "t"."returned_at", "t"."p_id", "t"."created_by", "r0"."name" as "p_id_title", "r1"."name" as "created_by_title", t.version from "withhold_view" as t left join "project" as "r0" on "r0"."p_id" = "t"."p_id" left join "account" as "r1" on "r1"."user_id" = "t"."created_by" where "t"."batch_id" = any((select $1::integer[])::integer[]) and "t"."p_id" = $2::integer
-- values: [[7],1]
