-- as it opens: {"page":1,"page_rows":20}, projects null
/* planned anew */
select array(select "t"."batch_id" from "withhold" as t where true order by "t"."created_at" desc, "t"."batch_id" desc limit $1 offset $2) as keys_,
total_ from (select count(*) as total_ from (select 1 from "withhold" as t where true limit $3) as counted) as counted
-- values: [20,0,10001]
select "t"."batch_id", "t"."sn", "t"."kind", "t"."bank", "t"."status", "t"."lines", "t"."price", "t"."done_lines", "t"."done_price", "t"."failed_lines", "t"."bounced_lines", "t"."doubts", "t"."in_transit", "t"."own_account_id", "t"."layout", "t"."merchant", "t"."exported_on", "t"."returned_at", "t"."retry_of", "t"."retriable", "t"."created_at", "t"."p_id", "t"."created_by", "r0"."name" as "own_account_id_title", "r1"."sn" as "retry_of_title", "r2"."name" as "p_id_title", "r3"."name" as "created_by_title", t.version from "withhold_view" as t left join "own_account" as "r0" on "r0"."own_account_id" = "t"."own_account_id" left join "withhold" as "r1" on "r1"."batch_id" = "t"."retry_of" left join "project" as "r2" on "r2"."p_id" = "t"."p_id" left join "account" as "r3" on "r3"."user_id" = "t"."created_by" where "t"."batch_id" = any((select $1::integer[])::integer[])
-- values: [[7]]

-- within projects: {"page":3,"page_rows":50}, projects [1,2]
/* planned anew */
select array(select "t"."batch_id" from "withhold" as t where "t"."p_id" = any($1::integer[]) order by "t"."created_at" desc, "t"."batch_id" desc limit $2 offset $3) as keys_,
total_ from (select count(*) as total_ from (select 1 from "withhold" as t where "t"."p_id" = any($4::integer[]) limit $5) as counted) as counted
-- values: [[1,2],50,100,[1,2],10001]
select "t"."batch_id", "t"."sn", "t"."kind", "t"."bank", "t"."status", "t"."lines", "t"."price", "t"."done_lines", "t"."done_price", "t"."failed_lines", "t"."bounced_lines", "t"."doubts", "t"."in_transit", "t"."own_account_id", "t"."layout", "t"."merchant", "t"."exported_on", "t"."returned_at", "t"."retry_of", "t"."retriable", "t"."created_at", "t"."p_id", "t"."created_by", "r0"."name" as "own_account_id_title", "r1"."sn" as "retry_of_title", "r2"."name" as "p_id_title", "r3"."name" as "created_by_title", t.version from "withhold_view" as t left join "own_account" as "r0" on "r0"."own_account_id" = "t"."own_account_id" left join "withhold" as "r1" on "r1"."batch_id" = "t"."retry_of" left join "project" as "r2" on "r2"."p_id" = "t"."p_id" left join "account" as "r3" on "r3"."user_id" = "t"."created_by" where "t"."batch_id" = any((select $1::integer[])::integer[]) and "t"."p_id" = any($2::integer[])
-- values: [[7],[1,2]]

-- sorted: {"order":"-exported_on"}, projects null
/* planned anew */
select array(select "t"."batch_id" from "withhold" as t where true order by "t"."exported_on" desc, "t"."batch_id" desc limit $1 offset $2) as keys_,
total_ from (select count(*) as total_ from (select 1 from "withhold" as t where true limit $3) as counted) as counted
-- values: [20,0,10001]
select "t"."batch_id", "t"."sn", "t"."kind", "t"."bank", "t"."status", "t"."lines", "t"."price", "t"."done_lines", "t"."done_price", "t"."failed_lines", "t"."bounced_lines", "t"."doubts", "t"."in_transit", "t"."own_account_id", "t"."layout", "t"."merchant", "t"."exported_on", "t"."returned_at", "t"."retry_of", "t"."retriable", "t"."created_at", "t"."p_id", "t"."created_by", "r0"."name" as "own_account_id_title", "r1"."sn" as "retry_of_title", "r2"."name" as "p_id_title", "r3"."name" as "created_by_title", t.version from "withhold_view" as t left join "own_account" as "r0" on "r0"."own_account_id" = "t"."own_account_id" left join "withhold" as "r1" on "r1"."batch_id" = "t"."retry_of" left join "project" as "r2" on "r2"."p_id" = "t"."p_id" left join "account" as "r3" on "r3"."user_id" = "t"."created_by" where "t"."batch_id" = any((select $1::integer[])::integer[])
-- values: [[7]]

-- sorted: {"order":"-created_at"}, projects null
/* planned anew */
select array(select "t"."batch_id" from "withhold" as t where true order by "t"."created_at" desc, "t"."batch_id" desc limit $1 offset $2) as keys_,
total_ from (select count(*) as total_ from (select 1 from "withhold" as t where true limit $3) as counted) as counted
-- values: [20,0,10001]
select "t"."batch_id", "t"."sn", "t"."kind", "t"."bank", "t"."status", "t"."lines", "t"."price", "t"."done_lines", "t"."done_price", "t"."failed_lines", "t"."bounced_lines", "t"."doubts", "t"."in_transit", "t"."own_account_id", "t"."layout", "t"."merchant", "t"."exported_on", "t"."returned_at", "t"."retry_of", "t"."retriable", "t"."created_at", "t"."p_id", "t"."created_by", "r0"."name" as "own_account_id_title", "r1"."sn" as "retry_of_title", "r2"."name" as "p_id_title", "r3"."name" as "created_by_title", t.version from "withhold_view" as t left join "own_account" as "r0" on "r0"."own_account_id" = "t"."own_account_id" left join "withhold" as "r1" on "r1"."batch_id" = "t"."retry_of" left join "project" as "r2" on "r2"."p_id" = "t"."p_id" left join "account" as "r3" on "r3"."user_id" = "t"."created_by" where "t"."batch_id" = any((select $1::integer[])::integer[])
-- values: [[7]]

-- every filter at once: {"sn":"张杨","kind":[1,2],"bank":"张杨","status":[1,2],"own_account_id":[1,2],"exported_on_start":"2026-01-01","exported_on_end":"2026-12-31","retry_of":[1,2],"created_at_start":1,"created_at_end":2,"p_id":[1,2]}, projects [1]
/* planned anew */
with found as materialized (select "t"."batch_id" as key_, "t"."created_at" as by_ from "withhold" as t where ("t"."sn" ~>=~ $1 and "t"."sn" ~<~ $2) and "t"."kind" = any($3::integer[]) and grams("t"."bank") @> $4::text[] and "t"."status" = any($5::integer[]) and "t"."own_account_id" = any($6::integer[]) and "t"."exported_on" >= $7 and "t"."exported_on" <= $8 and "t"."retry_of" = any($9::integer[]) and "t"."created_at" >= $10 and "t"."created_at" <= $11 and "t"."p_id" = any($12::integer[]) and "t"."p_id" = $13::integer limit $14),
counted as (select count(*) as total_ from found)
select total_, case when total_ <= $15
then array(select key_ from found order by by_ desc, key_ desc limit $16 offset $17)
when cardinality(walked_) = $18 then walked_
else array(select key_ from (select "t"."batch_id" as key_, "t"."created_at" as by_ from "withhold" as t where ("t"."sn" ~>=~ $19 and "t"."sn" ~<~ $20) and "t"."kind" = any($21::integer[]) and grams("t"."bank") @> $22::text[] and "t"."status" = any($23::integer[]) and "t"."own_account_id" = any($24::integer[]) and "t"."exported_on" >= $25 and "t"."exported_on" <= $26 and "t"."retry_of" = any($27::integer[]) and "t"."created_at" >= $28 and "t"."created_at" <= $29 and "t"."p_id" = any($30::integer[]) and "t"."p_id" = $31::integer offset 0) as every order by by_ desc, key_ desc limit $32 offset $33)
end as keys_
from counted, lateral (select case when total_ > $34 then array(
select "t"."batch_id" from (select t.* from "withhold" as t where true order by "t"."created_at" desc, "t"."batch_id" desc limit $35) as t
where ("t"."sn" ~>=~ $36 and "t"."sn" ~<~ $37) and "t"."kind" = any($38::integer[]) and position($39 in "t"."bank") > 0 and "t"."status" = any($40::integer[]) and "t"."own_account_id" = any($41::integer[]) and "t"."exported_on" >= $42 and "t"."exported_on" <= $43 and "t"."retry_of" = any($44::integer[]) and "t"."created_at" >= $45 and "t"."created_at" <= $46 and "t"."p_id" = any($47::integer[]) and "t"."p_id" = $48::integer order by "t"."created_at" desc, "t"."batch_id" desc limit $49 offset $50) end as walked_ offset 0) as walk
-- values: ["张杨","张杨􏿿",[1,2],["张杨"],[1,2],[1,2],"2026-01-01","2026-12-31",[1,2],1,2,[1,2],1,2001,2000,20,0,20,"张杨","张杨􏿿",[1,2],["张杨"],[1,2],[1,2],"2026-01-01","2026-12-31",[1,2],1,2,[1,2],1,20,0,2000,20000,"张杨","张杨􏿿",[1,2],"张杨",[1,2],[1,2],"2026-01-01","2026-12-31",[1,2],1,2,[1,2],1,20,0]
select "t"."batch_id", "t"."sn", "t"."kind", "t"."bank", "t"."status", "t"."lines", "t"."price", "t"."done_lines", "t"."done_price", "t"."failed_lines", "t"."bounced_lines", "t"."doubts", "t"."in_transit", "t"."own_account_id", "t"."layout", "t"."merchant", "t"."exported_on", "t"."returned_at", "t"."retry_of", "t"."retriable", "t"."created_at", "t"."p_id", "t"."created_by", "r0"."name" as "own_account_id_title", "r1"."sn" as "retry_of_title", "r2"."name" as "p_id_title", "r3"."name" as "created_by_title", t.version from "withhold_view" as t left join "own_account" as "r0" on "r0"."own_account_id" = "t"."own_account_id" left join "withhold" as "r1" on "r1"."batch_id" = "t"."retry_of" left join "project" as "r2" on "r2"."p_id" = "t"."p_id" left join "account" as "r3" on "r3"."user_id" = "t"."created_by" where "t"."batch_id" = any((select $1::integer[])::integer[]) and "t"."p_id" = $2::integer
-- values: [[7],1]
