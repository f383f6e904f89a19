-- as it opens: {"page":1,"page_rows":20}, projects null
/* planned anew */
select array(select "t"."occupancy_id" from "occupancy" as t where true order by "t"."start_date" desc, "t"."occupancy_id" desc limit $1 offset $2) as keys_,
total_ from (select count(*) as total_ from (select 1 from "occupancy" as t where true limit $3) as counted) as counted
-- values: [20,0,10001]
select "t"."occupancy_id", "t"."org_id", "t"."state", "t"."start_date", "t"."end_date", "t"."last_date", "t"."days", "t"."p_id", "t"."kind_id", "t"."nature", "t"."standard_rent", "t"."contract_id", "t"."lease_kind", "t"."custom_id", "t"."company_id", "r0"."unit_floor" as "org_id_title", "r1"."name" as "p_id_title", "r2"."name" as "kind_id_title", "r3"."sn" as "contract_id_title", "r4"."name" as "custom_id_title", "r5"."name" as "company_id_title", "r0"."region_name" as "region_name", t.version from "occupancy_view" as t left join "org" as "r0" on "r0"."org_id" = "t"."org_id" left join "project" as "r1" on "r1"."p_id" = "t"."p_id" left join "kind" as "r2" on "r2"."id" = "t"."kind_id" left join "contract" as "r3" on "r3"."contract_id" = "t"."contract_id" left join "lessee" as "r4" on "r4"."custom_id" = "t"."custom_id" left join "company" as "r5" on "r5"."company_id" = "t"."company_id" where "t"."occupancy_id" = any((select $1::integer[])::integer[])
-- values: [[7]]

-- within projects: {"page":3,"page_rows":50}, projects [1,2]
/* planned anew */
select array(select "t"."occupancy_id" from "occupancy" as t where "t"."p_id" = any($1::integer[]) order by "t"."start_date" desc, "t"."occupancy_id" desc limit $2 offset $3) as keys_,
total_ from (select count(*) as total_ from (select 1 from "occupancy" as t where "t"."p_id" = any($4::integer[]) limit $5) as counted) as counted
-- values: [[1,2],50,100,[1,2],10001]
select "t"."occupancy_id", "t"."org_id", "t"."state", "t"."start_date", "t"."end_date", "t"."last_date", "t"."days", "t"."p_id", "t"."kind_id", "t"."nature", "t"."standard_rent", "t"."contract_id", "t"."lease_kind", "t"."custom_id", "t"."company_id", "r0"."unit_floor" as "org_id_title", "r1"."name" as "p_id_title", "r2"."name" as "kind_id_title", "r3"."sn" as "contract_id_title", "r4"."name" as "custom_id_title", "r5"."name" as "company_id_title", "r0"."region_name" as "region_name", t.version from "occupancy_view" as t left join "org" as "r0" on "r0"."org_id" = "t"."org_id" left join "project" as "r1" on "r1"."p_id" = "t"."p_id" left join "kind" as "r2" on "r2"."id" = "t"."kind_id" left join "contract" as "r3" on "r3"."contract_id" = "t"."contract_id" left join "lessee" as "r4" on "r4"."custom_id" = "t"."custom_id" left join "company" as "r5" on "r5"."company_id" = "t"."company_id" where "t"."occupancy_id" = any((select $1::integer[])::integer[]) and "t"."p_id" = any($2::integer[])
-- values: [[7],[1,2]]

-- sorted: {"order":"-start_date"}, projects null
/* planned anew */
select array(select "t"."occupancy_id" from "occupancy" as t where true order by "t"."start_date" desc, "t"."occupancy_id" desc limit $1 offset $2) as keys_,
total_ from (select count(*) as total_ from (select 1 from "occupancy" as t where true limit $3) as counted) as counted
-- values: [20,0,10001]
select "t"."occupancy_id", "t"."org_id", "t"."state", "t"."start_date", "t"."end_date", "t"."last_date", "t"."days", "t"."p_id", "t"."kind_id", "t"."nature", "t"."standard_rent", "t"."contract_id", "t"."lease_kind", "t"."custom_id", "t"."company_id", "r0"."unit_floor" as "org_id_title", "r1"."name" as "p_id_title", "r2"."name" as "kind_id_title", "r3"."sn" as "contract_id_title", "r4"."name" as "custom_id_title", "r5"."name" as "company_id_title", "r0"."region_name" as "region_name", t.version from "occupancy_view" as t left join "org" as "r0" on "r0"."org_id" = "t"."org_id" left join "project" as "r1" on "r1"."p_id" = "t"."p_id" left join "kind" as "r2" on "r2"."id" = "t"."kind_id" left join "contract" as "r3" on "r3"."contract_id" = "t"."contract_id" left join "lessee" as "r4" on "r4"."custom_id" = "t"."custom_id" left join "company" as "r5" on "r5"."company_id" = "t"."company_id" where "t"."occupancy_id" = any((select $1::integer[])::integer[])
-- values: [[7]]

-- every filter at once: {"org_id":[1,2],"state":[1,2],"start_date_start":"2026-01-01","start_date_end":"2026-12-31","last_date_start":"2026-01-01","last_date_end":"2026-12-31","p_id":[1,2],"kind_id":[1,2],"nature":[1,2],"lease_kind":[1,2]}, projects [1]
/* planned anew */
with found as materialized (select "t"."occupancy_id" as key_, "t"."start_date" as by_ from "occupancy" as t where "t"."org_id" = any($1::integer[]) and "t"."state" = any($2::integer[]) and "t"."start_date" >= $3 and "t"."start_date" <= $4 and "t"."last_date" >= $5 and "t"."last_date" <= $6 and "t"."p_id" = any($7::integer[]) and "t"."kind_id" = any($8::integer[]) and "t"."nature" = any($9::integer[]) and "t"."lease_kind" = any($10::integer[]) and "t"."p_id" = $11::integer limit $12),
counted as (select count(*) as total_ from found)
select total_, case when total_ <= $13
then array(select key_ from found order by by_ desc, key_ desc limit $14 offset $15)
when cardinality(walked_) = $16 then walked_
else array(select key_ from (select "t"."occupancy_id" as key_, "t"."start_date" as by_ from "occupancy" as t where "t"."org_id" = any($17::integer[]) and "t"."state" = any($18::integer[]) and "t"."start_date" >= $19 and "t"."start_date" <= $20 and "t"."last_date" >= $21 and "t"."last_date" <= $22 and "t"."p_id" = any($23::integer[]) and "t"."kind_id" = any($24::integer[]) and "t"."nature" = any($25::integer[]) and "t"."lease_kind" = any($26::integer[]) and "t"."p_id" = $27::integer offset 0) as every order by by_ desc, key_ desc limit $28 offset $29)
end as keys_
from counted, lateral (select case when total_ > $30 then array(
select "t"."occupancy_id" from (select t.* from "occupancy" as t where true order by "t"."start_date" desc, "t"."occupancy_id" desc limit $31) as t
where "t"."org_id" = any($32::integer[]) and "t"."state" = any($33::integer[]) and "t"."start_date" >= $34 and "t"."start_date" <= $35 and "t"."last_date" >= $36 and "t"."last_date" <= $37 and "t"."p_id" = any($38::integer[]) and "t"."kind_id" = any($39::integer[]) and "t"."nature" = any($40::integer[]) and "t"."lease_kind" = any($41::integer[]) and "t"."p_id" = $42::integer order by "t"."start_date" desc, "t"."occupancy_id" desc limit $43 offset $44) end as walked_ offset 0) as walk
-- values: [[1,2],[1,2],"2026-01-01","2026-12-31","2026-01-01","2026-12-31",[1,2],[1,2],[1,2],[1,2],1,10001,10000,20,0,20,[1,2],[1,2],"2026-01-01","2026-12-31","2026-01-01","2026-12-31",[1,2],[1,2],[1,2],[1,2],1,20,0,10000,20000,[1,2],[1,2],"2026-01-01","2026-12-31","2026-01-01","2026-12-31",[1,2],[1,2],[1,2],[1,2],1,20,0]
select "t"."occupancy_id", "t"."org_id", "t"."state", "t"."start_date", "t"."end_date", "t"."last_date", "t"."days", "t"."p_id", "t"."kind_id", "t"."nature", "t"."standard_rent", "t"."contract_id", "t"."lease_kind", "t"."custom_id", "t"."company_id", "r0"."unit_floor" as "org_id_title", "r1"."name" as "p_id_title", "r2"."name" as "kind_id_title", "r3"."sn" as "contract_id_title", "r4"."name" as "custom_id_title", "r5"."name" as "company_id_title", "r0"."region_name" as "region_name", t.version from "occupancy_view" as t left join "org" as "r0" on "r0"."org_id" = "t"."org_id" left join "project" as "r1" on "r1"."p_id" = "t"."p_id" left join "kind" as "r2" on "r2"."id" = "t"."kind_id" left join "contract" as "r3" on "r3"."contract_id" = "t"."contract_id" left join "lessee" as "r4" on "r4"."custom_id" = "t"."custom_id" left join "company" as "r5" on "r5"."company_id" = "t"."company_id" where "t"."occupancy_id" = any((select $1::integer[])::integer[]) and "t"."p_id" = $2::integer
-- values: [[7],1]
