-- as it opens: {"page":1,"page_rows":20}, projects null
/* planned anew */
select array(select "t"."ledger_id" from "ledger_view" as t where true order by "t"."start_date" desc, "t"."ledger_id" desc limit $1 offset $2) as keys_,
total_, case when total_ <= 2000 then (select sums_ from (select 1 as one_, array[coalesce(sum("sum0_"), 0)::text, coalesce(sum("sum1_"), 0)::text, coalesce(sum("sum2_"), 0)::text, coalesce(sum("sum3_"), 0)::text] as sums_ from (select 1 as one_, "t"."receivable" as "sum0_", "t"."reduced" as "sum1_", "t"."received" as "sum2_", "t"."arrears" as "sum3_" from "ledger_view" as t where true) as summed) as sums) end as sums_ from (select count(*) as total_ from (select 1 from "ledger_view" as t where true limit $3) as counted) as counted
-- values: [20,0,10001]
select "t"."ledger_id", "t"."month", "t"."p_id", "t"."org_id", "t"."custom_name", "t"."contract_id", "t"."start_date", "t"."end_date", "t"."receivable", "t"."reduced", "t"."received", "t"."arrears", "t"."rate", "r0"."name" as "p_id_title", "r1"."unit_floor" as "org_id_title", "r2"."sn" as "contract_id_title", "r1"."region_name" as "region_name", t.version from "ledger_view" as t left join "project" as "r0" on "r0"."p_id" = "t"."p_id" left join "org" as "r1" on "r1"."org_id" = "t"."org_id" left join "contract" as "r2" on "r2"."contract_id" = "t"."contract_id" where "t"."ledger_id" = any($1::integer[])
-- values: [[7]]

-- within projects: {"page":3,"page_rows":50}, projects [1,2]
/* planned anew */
select array(select "t"."ledger_id" from "ledger_view" as t where "t"."p_id" = any($1::integer[]) order by "t"."start_date" desc, "t"."ledger_id" desc limit $2 offset $3) as keys_,
total_, case when total_ <= 2000 then (select sums_ from (select 1 as one_, array[coalesce(sum("sum0_"), 0)::text, coalesce(sum("sum1_"), 0)::text, coalesce(sum("sum2_"), 0)::text, coalesce(sum("sum3_"), 0)::text] as sums_ from (select 1 as one_, "t"."receivable" as "sum0_", "t"."reduced" as "sum1_", "t"."received" as "sum2_", "t"."arrears" as "sum3_" from "ledger_view" as t where "t"."p_id" = any($4::integer[])) as summed) as sums) end as sums_ from (select count(*) as total_ from (select 1 from "ledger_view" as t where "t"."p_id" = any($5::integer[]) limit $6) as counted) as counted
-- values: [[1,2],50,100,[1,2],[1,2],10001]
select "t"."ledger_id", "t"."month", "t"."p_id", "t"."org_id", "t"."custom_name", "t"."contract_id", "t"."start_date", "t"."end_date", "t"."receivable", "t"."reduced", "t"."received", "t"."arrears", "t"."rate", "r0"."name" as "p_id_title", "r1"."unit_floor" as "org_id_title", "r2"."sn" as "contract_id_title", "r1"."region_name" as "region_name", t.version from "ledger_view" as t left join "project" as "r0" on "r0"."p_id" = "t"."p_id" left join "org" as "r1" on "r1"."org_id" = "t"."org_id" left join "contract" as "r2" on "r2"."contract_id" = "t"."contract_id" where "t"."ledger_id" = any($1::integer[]) and "t"."p_id" = any($2::integer[])
-- values: [[7],[1,2]]

-- sorted: {"order":"-start_date"}, projects null
/* planned anew */
select array(select "t"."ledger_id" from "ledger_view" as t where true order by "t"."start_date" desc, "t"."ledger_id" desc limit $1 offset $2) as keys_,
total_, case when total_ <= 2000 then (select sums_ from (select 1 as one_, array[coalesce(sum("sum0_"), 0)::text, coalesce(sum("sum1_"), 0)::text, coalesce(sum("sum2_"), 0)::text, coalesce(sum("sum3_"), 0)::text] as sums_ from (select 1 as one_, "t"."receivable" as "sum0_", "t"."reduced" as "sum1_", "t"."received" as "sum2_", "t"."arrears" as "sum3_" from "ledger_view" as t where true) as summed) as sums) end as sums_ from (select count(*) as total_ from (select 1 from "ledger_view" as t where true limit $3) as counted) as counted
-- values: [20,0,10001]
select "t"."ledger_id", "t"."month", "t"."p_id", "t"."org_id", "t"."custom_name", "t"."contract_id", "t"."start_date", "t"."end_date", "t"."receivable", "t"."reduced", "t"."received", "t"."arrears", "t"."rate", "r0"."name" as "p_id_title", "r1"."unit_floor" as "org_id_title", "r2"."sn" as "contract_id_title", "r1"."region_name" as "region_name", t.version from "ledger_view" as t left join "project" as "r0" on "r0"."p_id" = "t"."p_id" left join "org" as "r1" on "r1"."org_id" = "t"."org_id" left join "contract" as "r2" on "r2"."contract_id" = "t"."contract_id" where "t"."ledger_id" = any($1::integer[])
-- values: [[7]]

-- sorted: {"order":"-receivable"}, projects null
/* planned anew */
select array(select "t"."ledger_id" from "ledger_view" as t where true order by "t"."receivable" desc, "t"."ledger_id" desc limit $1 offset $2) as keys_,
total_, case when total_ <= 2000 then (select sums_ from (select 1 as one_, array[coalesce(sum("sum0_"), 0)::text, coalesce(sum("sum1_"), 0)::text, coalesce(sum("sum2_"), 0)::text, coalesce(sum("sum3_"), 0)::text] as sums_ from (select 1 as one_, "t"."receivable" as "sum0_", "t"."reduced" as "sum1_", "t"."received" as "sum2_", "t"."arrears" as "sum3_" from "ledger_view" as t where true) as summed) as sums) end as sums_ from (select count(*) as total_ from (select 1 from "ledger_view" as t where true limit $3) as counted) as counted
-- values: [20,0,10001]
select "t"."ledger_id", "t"."month", "t"."p_id", "t"."org_id", "t"."custom_name", "t"."contract_id", "t"."start_date", "t"."end_date", "t"."receivable", "t"."reduced", "t"."received", "t"."arrears", "t"."rate", "r0"."name" as "p_id_title", "r1"."unit_floor" as "org_id_title", "r2"."sn" as "contract_id_title", "r1"."region_name" as "region_name", t.version from "ledger_view" as t left join "project" as "r0" on "r0"."p_id" = "t"."p_id" left join "org" as "r1" on "r1"."org_id" = "t"."org_id" left join "contract" as "r2" on "r2"."contract_id" = "t"."contract_id" where "t"."ledger_id" = any($1::integer[])
-- values: [[7]]

-- every filter at once: {"month":"张杨","p_id":[1,2],"org_id":[1,2],"contract_id":[1,2],"start_date_start":"2026-01-01","start_date_end":"2026-12-31"}, projects [1]
/* planned anew */
with found as materialized (select "t"."ledger_id" as key_, "t"."start_date" as by_ from "ledger_view" as t where ("t"."month" ~>=~ $1 and "t"."month" ~<~ $2) and "t"."p_id" = any($3::integer[]) and "t"."org_id" = any($4::integer[]) and "t"."contract_id" = any($5::integer[]) and "t"."start_date" >= $6 and "t"."start_date" <= $7 and "t"."p_id" = $8::integer limit $9),
counted as (select count(*) as total_ from found)
select total_, case when total_ <= 2000 then (select sums_ from (select 1 as one_, array[coalesce(sum("sum0_"), 0)::text, coalesce(sum("sum1_"), 0)::text, coalesce(sum("sum2_"), 0)::text, coalesce(sum("sum3_"), 0)::text] as sums_ from (select 1 as one_, "t"."receivable" as "sum0_", "t"."reduced" as "sum1_", "t"."received" as "sum2_", "t"."arrears" as "sum3_" from "ledger_view" as t where ("t"."month" ~>=~ $10 and "t"."month" ~<~ $11) and "t"."p_id" = any($12::integer[]) and "t"."org_id" = any($13::integer[]) and "t"."contract_id" = any($14::integer[]) and "t"."start_date" >= $15 and "t"."start_date" <= $16 and "t"."p_id" = $17::integer) as summed) as sums) end as sums_, case when total_ <= $18
then array(select key_ from found order by by_ desc, key_ desc limit $19 offset $20)
when cardinality(walked_) = $21 then walked_
else array(select key_ from (select "t"."ledger_id" as key_, "t"."start_date" as by_ from "ledger_view" as t where ("t"."month" ~>=~ $22 and "t"."month" ~<~ $23) and "t"."p_id" = any($24::integer[]) and "t"."org_id" = any($25::integer[]) and "t"."contract_id" = any($26::integer[]) and "t"."start_date" >= $27 and "t"."start_date" <= $28 and "t"."p_id" = $29::integer offset 0) as every order by by_ desc, key_ desc limit $30 offset $31)
end as keys_
from counted, lateral (select case when total_ > $32 then array(
select "t"."ledger_id" from (select t.* from "ledger_view" as t order by "t"."start_date" desc, "t"."ledger_id" desc limit $33) as t
where ("t"."month" ~>=~ $34 and "t"."month" ~<~ $35) and "t"."p_id" = any($36::integer[]) and "t"."org_id" = any($37::integer[]) and "t"."contract_id" = any($38::integer[]) and "t"."start_date" >= $39 and "t"."start_date" <= $40 and "t"."p_id" = $41::integer order by "t"."start_date" desc, "t"."ledger_id" desc limit $42 offset $43) end as walked_ offset 0) as walk
-- values: ["张杨","张杨􏿿",[1,2],[1,2],[1,2],"2026-01-01","2026-12-31",1,10001,"张杨","张杨􏿿",[1,2],[1,2],[1,2],"2026-01-01","2026-12-31",1,10000,20,0,20,"张杨","张杨􏿿",[1,2],[1,2],[1,2],"2026-01-01","2026-12-31",1,20,0,10000,20000,"张杨","张杨􏿿",[1,2],[1,2],[1,2],"2026-01-01","2026-12-31",1,20,0]
select "t"."ledger_id", "t"."month", "t"."p_id", "t"."org_id", "t"."custom_name", "t"."contract_id", "t"."start_date", "t"."end_date", "t"."receivable", "t"."reduced", "t"."received", "t"."arrears", "t"."rate", "r0"."name" as "p_id_title", "r1"."unit_floor" as "org_id_title", "r2"."sn" as "contract_id_title", "r1"."region_name" as "region_name", t.version from "ledger_view" as t left join "project" as "r0" on "r0"."p_id" = "t"."p_id" left join "org" as "r1" on "r1"."org_id" = "t"."org_id" left join "contract" as "r2" on "r2"."contract_id" = "t"."contract_id" where "t"."ledger_id" = any($1::integer[]) and "t"."p_id" = $2::integer
-- values: [[7],1]
