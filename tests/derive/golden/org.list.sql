-- as it opens: {"page":1,"page_rows":20}, projects null
/* planned anew */
select array(select "t"."org_id" from "org" as t where true order by "t"."org_id" desc limit $1 offset $2) as keys_,
total_ from (select count(*) as total_ from (select 1 from "org" as t where true limit $3) as counted) as counted
-- values: [20,0,10001]
select "t"."org_id", "t"."unit_floor", "t"."region_name", "t"."state", "t"."p_id", "t"."nature", "t"."show_type", "t"."kind_id", "t"."shi", "t"."ting", "t"."wei", "t"."area", "t"."toward", "t"."floor", "t"."number", "t"."address", "t"."tag", "t"."imgs", "t"."sn", "t"."simple", "t"."note", "t"."status", "t"."unit_id", "t"."community_id", "t"."current_contract", "t"."current_tenant", "t"."current_end", "t"."vacant_since", "t"."building", "r0"."name" as "p_id_title", "r1"."name" as "kind_id_title", "r2"."name" as "unit_id_title", "r3"."sn" as "current_contract_title", "r4"."name" as "current_tenant_title", (select json_object_agg("x"."id", "x"."name") from "tags" as x where "x"."id" = any("t"."tag")) as "tag_titles", "r2"."longitude" as "longitude", "r2"."latitude" as "latitude", t.version from "org" as t left join "project" as "r0" on "r0"."p_id" = "t"."p_id" left join "kind" as "r1" on "r1"."id" = "t"."kind_id" left join "unit" as "r2" on "r2"."unit_id" = "t"."unit_id" left join "contract" as "r3" on "r3"."contract_id" = "t"."current_contract" left join "lessee" as "r4" on "r4"."custom_id" = "t"."current_tenant" where "t"."org_id" = any((select $1::integer[])::integer[])
-- values: [[7]]

-- within projects: {"page":3,"page_rows":50}, projects [1,2]
/* planned anew */
select array(select "t"."org_id" from "org" as t where "t"."p_id" = any($1::integer[]) order by "t"."org_id" desc limit $2 offset $3) as keys_,
total_ from (select count(*) as total_ from (select 1 from "org" as t where "t"."p_id" = any($4::integer[]) limit $5) as counted) as counted
-- values: [[1,2],50,100,[1,2],10001]
select "t"."org_id", "t"."unit_floor", "t"."region_name", "t"."state", "t"."p_id", "t"."nature", "t"."show_type", "t"."kind_id", "t"."shi", "t"."ting", "t"."wei", "t"."area", "t"."toward", "t"."floor", "t"."number", "t"."address", "t"."tag", "t"."imgs", "t"."sn", "t"."simple", "t"."note", "t"."status", "t"."unit_id", "t"."community_id", "t"."current_contract", "t"."current_tenant", "t"."current_end", "t"."vacant_since", "t"."building", "r0"."name" as "p_id_title", "r1"."name" as "kind_id_title", "r2"."name" as "unit_id_title", "r3"."sn" as "current_contract_title", "r4"."name" as "current_tenant_title", (select json_object_agg("x"."id", "x"."name") from "tags" as x where "x"."id" = any("t"."tag")) as "tag_titles", "r2"."longitude" as "longitude", "r2"."latitude" as "latitude", t.version from "org" as t left join "project" as "r0" on "r0"."p_id" = "t"."p_id" left join "kind" as "r1" on "r1"."id" = "t"."kind_id" left join "unit" as "r2" on "r2"."unit_id" = "t"."unit_id" left join "contract" as "r3" on "r3"."contract_id" = "t"."current_contract" left join "lessee" as "r4" on "r4"."custom_id" = "t"."current_tenant" where "t"."org_id" = any((select $1::integer[])::integer[]) and "t"."p_id" = any($2::integer[])
-- values: [[7],[1,2]]

-- sorted: {"order":"-area"}, projects null
/* planned anew */
select array(select "t"."org_id" from "org" as t where true order by "t"."area" desc, "t"."org_id" desc limit $1 offset $2) as keys_,
total_ from (select count(*) as total_ from (select 1 from "org" as t where true limit $3) as counted) as counted
-- values: [20,0,10001]
select "t"."org_id", "t"."unit_floor", "t"."region_name", "t"."state", "t"."p_id", "t"."nature", "t"."show_type", "t"."kind_id", "t"."shi", "t"."ting", "t"."wei", "t"."area", "t"."toward", "t"."floor", "t"."number", "t"."address", "t"."tag", "t"."imgs", "t"."sn", "t"."simple", "t"."note", "t"."status", "t"."unit_id", "t"."community_id", "t"."current_contract", "t"."current_tenant", "t"."current_end", "t"."vacant_since", "t"."building", "r0"."name" as "p_id_title", "r1"."name" as "kind_id_title", "r2"."name" as "unit_id_title", "r3"."sn" as "current_contract_title", "r4"."name" as "current_tenant_title", (select json_object_agg("x"."id", "x"."name") from "tags" as x where "x"."id" = any("t"."tag")) as "tag_titles", "r2"."longitude" as "longitude", "r2"."latitude" as "latitude", t.version from "org" as t left join "project" as "r0" on "r0"."p_id" = "t"."p_id" left join "kind" as "r1" on "r1"."id" = "t"."kind_id" left join "unit" as "r2" on "r2"."unit_id" = "t"."unit_id" left join "contract" as "r3" on "r3"."contract_id" = "t"."current_contract" left join "lessee" as "r4" on "r4"."custom_id" = "t"."current_tenant" where "t"."org_id" = any((select $1::integer[])::integer[])
-- values: [[7]]

-- every filter at once: {"unit_floor":"张杨","region_name":"张杨","state":[1,2],"p_id":[1,2],"nature":[1,2],"show_type":[1,2],"kind_id":[1,2],"area_start":1,"area_end":2,"tag":[1,2],"sn":"张杨","unit_id":[1,2]}, projects [1]
with recursive "wide" as (select max("t"."org_id") >> 16 as n from "org" as t union all select (select max("t"."org_id") >> 16 from "org" as t where "t"."org_id" < (n << 16)) from "wide" where n is not null),
found as materialized (
select n, key_ from wide, lateral (select "t"."org_id" as key_ from "org" as t where grams("t"."unit_floor") @> $1::text[] and grams("t"."region_name") @> $2::text[] and "t"."state" = any($3::integer[]) and "t"."p_id" = any($4::integer[]) and "t"."nature" = any($5::integer[]) and "t"."show_type" = any($6::integer[]) and "t"."kind_id" = any($7::integer[]) and "t"."area" >= $8 and "t"."area" <= $9 and "t"."tag" @> $10::integer[] and ("t"."sn" ~>=~ $11 and "t"."sn" ~<~ $12) and "t"."unit_id" = any($13::integer[]) and "t"."p_id" = $14::integer and "t"."org_id" >> 16 = n offset 0) as held
limit $15
),
counted as (select count(*) as total_, max(n) as begins_ from found),
"narrow" as (select (begins_ << 3) + 7 as n from counted union all select (select max("t"."org_id") >> 13 from "org" as t where "t"."org_id" < (n << 13)) from "narrow" where n is not null)
select total_, case when total_ <= $16
then array(select key_ from found order by key_ desc limit $17 offset $18)
else array(select key_ from narrow, lateral (
select key_ from (select "t"."org_id" as key_ from "org" as t where grams("t"."unit_floor") @> $19::text[] and grams("t"."region_name") @> $20::text[] and "t"."state" = any($21::integer[]) and "t"."p_id" = any($22::integer[]) and "t"."nature" = any($23::integer[]) and "t"."show_type" = any($24::integer[]) and "t"."kind_id" = any($25::integer[]) and "t"."area" >= $26 and "t"."area" <= $27 and "t"."tag" @> $28::integer[] and ("t"."sn" ~>=~ $29 and "t"."sn" ~<~ $30) and "t"."unit_id" = any($31::integer[]) and "t"."p_id" = $32::integer and "t"."org_id" >> 13 = n offset 0) as held
order by key_ desc limit $33
) as page limit $34 offset $35)
end as keys_ from counted
-- values: [["张杨"],["张杨"],[1,2],[1,2],[1,2],[1,2],[1,2],1,2,[1,2],"张杨","张杨􏿿",[1,2],1,2001,2000,20,0,["张杨"],["张杨"],[1,2],[1,2],[1,2],[1,2],[1,2],1,2,[1,2],"张杨","张杨􏿿",[1,2],1,20,20,0]
select "t"."org_id", "t"."unit_floor", "t"."region_name", "t"."state", "t"."p_id", "t"."nature", "t"."show_type", "t"."kind_id", "t"."shi", "t"."ting", "t"."wei", "t"."area", "t"."toward", "t"."floor", "t"."number", "t"."address", "t"."tag", "t"."imgs", "t"."sn", "t"."simple", "t"."note", "t"."status", "t"."unit_id", "t"."community_id", "t"."current_contract", "t"."current_tenant", "t"."current_end", "t"."vacant_since", "t"."building", "r0"."name" as "p_id_title", "r1"."name" as "kind_id_title", "r2"."name" as "unit_id_title", "r3"."sn" as "current_contract_title", "r4"."name" as "current_tenant_title", (select json_object_agg("x"."id", "x"."name") from "tags" as x where "x"."id" = any("t"."tag")) as "tag_titles", "r2"."longitude" as "longitude", "r2"."latitude" as "latitude", t.version from "org" as t left join "project" as "r0" on "r0"."p_id" = "t"."p_id" left join "kind" as "r1" on "r1"."id" = "t"."kind_id" left join "unit" as "r2" on "r2"."unit_id" = "t"."unit_id" left join "contract" as "r3" on "r3"."contract_id" = "t"."current_contract" left join "lessee" as "r4" on "r4"."custom_id" = "t"."current_tenant" where "t"."org_id" = any((select $1::integer[])::integer[]) and "t"."p_id" = $2::integer
-- values: [[7],1]
