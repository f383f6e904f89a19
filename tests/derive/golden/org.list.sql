-- as it opens: {"page":1,"page_rows":20}, projects null
/* planned anew */
select array(select "t"."org_id" from "org" as t where true order by "t"."org_id" desc limit $1 offset $2) as keys_,
(select count(*) from (select 1 from "org" as t where true limit $3) as counted) as total_
-- values: [20,0,10001]
select "t"."org_id", "t"."unit_floor", "t"."region_name", "t"."state", "t"."p_id", "t"."nature", "t"."show_type", "t"."kind_id", "t"."shi", "t"."ting", "t"."wei", "t"."area", "t"."toward", "t"."floor", "t"."number", "t"."address", "t"."tag", "t"."imgs", "t"."sn", "t"."simple", "t"."note", "t"."status", "t"."unit_id", "t"."community_id", "t"."current_contract", "t"."current_tenant", "t"."current_end", "t"."vacant_since", "t"."building", "r0"."name" as "p_id_title", "r1"."name" as "kind_id_title", "r2"."name" as "unit_id_title", "r2"."longitude" as "longitude", "r2"."latitude" as "latitude", t.version from "org" as t left join "project" as "r0" on "r0"."p_id" = "t"."p_id" left join "kind" as "r1" on "r1"."id" = "t"."kind_id" left join "unit" as "r2" on "r2"."unit_id" = "t"."unit_id" where "t"."org_id" = any($1::integer[])
-- values: [[7]]

-- within projects: {"page":3,"page_rows":50}, projects [1,2]
/* planned anew */
select array(select "t"."org_id" from "org" as t where "t"."p_id" = any($1::integer[]) order by "t"."org_id" desc limit $2 offset $3) as keys_,
(select count(*) from (select 1 from "org" as t where "t"."p_id" = any($4::integer[]) limit $5) as counted) as total_
-- values: [[1,2],50,100,[1,2],10001]
select "t"."org_id", "t"."unit_floor", "t"."region_name", "t"."state", "t"."p_id", "t"."nature", "t"."show_type", "t"."kind_id", "t"."shi", "t"."ting", "t"."wei", "t"."area", "t"."toward", "t"."floor", "t"."number", "t"."address", "t"."tag", "t"."imgs", "t"."sn", "t"."simple", "t"."note", "t"."status", "t"."unit_id", "t"."community_id", "t"."current_contract", "t"."current_tenant", "t"."current_end", "t"."vacant_since", "t"."building", "r0"."name" as "p_id_title", "r1"."name" as "kind_id_title", "r2"."name" as "unit_id_title", "r2"."longitude" as "longitude", "r2"."latitude" as "latitude", t.version from "org" as t left join "project" as "r0" on "r0"."p_id" = "t"."p_id" left join "kind" as "r1" on "r1"."id" = "t"."kind_id" left join "unit" as "r2" on "r2"."unit_id" = "t"."unit_id" where "t"."org_id" = any($1::integer[]) and "t"."p_id" = any($2::integer[])
-- values: [[7],[1,2]]

-- sorted: {"order":"-area"}, projects null
/* planned anew */
select array(select "t"."org_id" from "org" as t where true order by "t"."area" desc, "t"."org_id" desc limit $1 offset $2) as keys_,
(select count(*) from (select 1 from "org" as t where true limit $3) as counted) as total_
-- values: [20,0,10001]
select "t"."org_id", "t"."unit_floor", "t"."region_name", "t"."state", "t"."p_id", "t"."nature", "t"."show_type", "t"."kind_id", "t"."shi", "t"."ting", "t"."wei", "t"."area", "t"."toward", "t"."floor", "t"."number", "t"."address", "t"."tag", "t"."imgs", "t"."sn", "t"."simple", "t"."note", "t"."status", "t"."unit_id", "t"."community_id", "t"."current_contract", "t"."current_tenant", "t"."current_end", "t"."vacant_since", "t"."building", "r0"."name" as "p_id_title", "r1"."name" as "kind_id_title", "r2"."name" as "unit_id_title", "r2"."longitude" as "longitude", "r2"."latitude" as "latitude", t.version from "org" as t left join "project" as "r0" on "r0"."p_id" = "t"."p_id" left join "kind" as "r1" on "r1"."id" = "t"."kind_id" left join "unit" as "r2" on "r2"."unit_id" = "t"."unit_id" where "t"."org_id" = any($1::integer[])
-- values: [[7]]

-- every filter at once: {"unit_floor":"张杨","region_name":"张杨","state":[1,2],"p_id":[1,2],"nature":[1,2],"show_type":[1,2],"kind_id":[1,2],"area_start":1,"area_end":2,"tag":[1,2],"sn":"张杨","unit_id":[1,2]}, projects [1]
/* planned anew */
with found as materialized (select "t"."org_id" as key_, "t"."org_id" as by_ from "org" as t where grams("t"."unit_floor") @> $1::text[] and grams("t"."region_name") @> $2::text[] and "t"."state" = any($3::integer[]) and "t"."p_id" = any($4::integer[]) and "t"."nature" = any($5::integer[]) and "t"."show_type" = any($6::integer[]) and "t"."kind_id" = any($7::integer[]) and "t"."area" >= $8 and "t"."area" <= $9 and "t"."tag" @> $10::integer[] and ("t"."sn" ~>=~ $11 and "t"."sn" ~<~ $12) and "t"."unit_id" = any($13::integer[]) and "t"."p_id" = any($14::integer[]) limit $15),
counted as (select count(*) as total_ from found)
select total_, case when total_ <= $16
then array(select key_ from found order by by_ desc, key_ desc limit $17 offset $18)
when cardinality(walked_) = $19 then walked_
else array(select key_ from (select "t"."org_id" as key_, "t"."org_id" as by_ from "org" as t where grams("t"."unit_floor") @> $20::text[] and grams("t"."region_name") @> $21::text[] and "t"."state" = any($22::integer[]) and "t"."p_id" = any($23::integer[]) and "t"."nature" = any($24::integer[]) and "t"."show_type" = any($25::integer[]) and "t"."kind_id" = any($26::integer[]) and "t"."area" >= $27 and "t"."area" <= $28 and "t"."tag" @> $29::integer[] and ("t"."sn" ~>=~ $30 and "t"."sn" ~<~ $31) and "t"."unit_id" = any($32::integer[]) and "t"."p_id" = any($33::integer[]) offset 0) as every order by by_ desc, key_ desc limit $34 offset $35)
end as keys_
from counted, lateral (select case when total_ > $36 then array(
select "t"."org_id" from (select t.* from "org" as t order by "t"."org_id" desc limit $37) as t
where position($38 in "t"."unit_floor") > 0 and position($39 in "t"."region_name") > 0 and "t"."state" = any($40::integer[]) and "t"."p_id" = any($41::integer[]) and "t"."nature" = any($42::integer[]) and "t"."show_type" = any($43::integer[]) and "t"."kind_id" = any($44::integer[]) and "t"."area" >= $45 and "t"."area" <= $46 and "t"."tag" @> $47::integer[] and ("t"."sn" ~>=~ $48 and "t"."sn" ~<~ $49) and "t"."unit_id" = any($50::integer[]) and "t"."p_id" = any($51::integer[]) order by "t"."org_id" desc limit $52 offset $53) end as walked_ offset 0) as walk
-- values: [["张杨"],["张杨"],[1,2],[1,2],[1,2],[1,2],[1,2],1,2,[1,2],"张杨","张杨􏿿",[1,2],[1],2001,2000,20,0,20,["张杨"],["张杨"],[1,2],[1,2],[1,2],[1,2],[1,2],1,2,[1,2],"张杨","张杨􏿿",[1,2],[1],20,0,2000,20000,"张杨","张杨",[1,2],[1,2],[1,2],[1,2],[1,2],1,2,[1,2],"张杨","张杨􏿿",[1,2],[1],20,0]
select "t"."org_id", "t"."unit_floor", "t"."region_name", "t"."state", "t"."p_id", "t"."nature", "t"."show_type", "t"."kind_id", "t"."shi", "t"."ting", "t"."wei", "t"."area", "t"."toward", "t"."floor", "t"."number", "t"."address", "t"."tag", "t"."imgs", "t"."sn", "t"."simple", "t"."note", "t"."status", "t"."unit_id", "t"."community_id", "t"."current_contract", "t"."current_tenant", "t"."current_end", "t"."vacant_since", "t"."building", "r0"."name" as "p_id_title", "r1"."name" as "kind_id_title", "r2"."name" as "unit_id_title", "r2"."longitude" as "longitude", "r2"."latitude" as "latitude", t.version from "org" as t left join "project" as "r0" on "r0"."p_id" = "t"."p_id" left join "kind" as "r1" on "r1"."id" = "t"."kind_id" left join "unit" as "r2" on "r2"."unit_id" = "t"."unit_id" where "t"."org_id" = any($1::integer[]) and "t"."p_id" = any($2::integer[])
-- values: [[7],[1]]
