-- as the list opens
select "r0"."region_name",
  coalesce("r0"."unit_floor"::text, "t"."org_id"::text),
  case "t"."state" when '1' then '在租' when '2' then '空置' else "t"."state"::text end, "t"."start_date", "t"."end_date", "t"."days",
  coalesce("r1"."name"::text, "t"."p_id"::text),
  coalesce("r2"."name"::text, "t"."kind_id"::text),
  case "t"."nature" when '1' then '区筹公租房' when '2' then '市筹公租房' when '3' then '廉租房' else "t"."nature"::text end, "t"."standard_rent" * 0.01,
  coalesce("r3"."sn"::text, "t"."contract_id"::text),
  case "t"."lease_kind" when '1' then '租客合同' when '2' then '整租合同' else "t"."lease_kind"::text end,
  coalesce("r4"."name"::text, "t"."custom_id"::text),
  coalesce("r5"."name"::text, "t"."company_id"::text) from "occupancy_view" as t left join "org" as "r0" on "r0"."org_id" = "t"."org_id" left join "project" as "r1" on "r1"."p_id" = "t"."p_id" left join "kind" as "r2" on "r2"."id" = "t"."kind_id" left join "contract" as "r3" on "r3"."contract_id" = "t"."contract_id" left join "lessee" as "r4" on "r4"."custom_id" = "t"."custom_id" left join "company" as "r5" on "r5"."company_id" = "t"."company_id" where true order by "t"."start_date" desc, "t"."occupancy_id" desc
-- count
select count(*) as n from "occupancy" as t where true

-- every filter at once, within a project
select "r0"."region_name",
  coalesce("r0"."unit_floor"::text, "t"."org_id"::text),
  case "t"."state" when '1' then '在租' when '2' then '空置' else "t"."state"::text end, "t"."start_date", "t"."end_date", "t"."days",
  coalesce("r1"."name"::text, "t"."p_id"::text),
  coalesce("r2"."name"::text, "t"."kind_id"::text),
  case "t"."nature" when '1' then '区筹公租房' when '2' then '市筹公租房' when '3' then '廉租房' else "t"."nature"::text end, "t"."standard_rent" * 0.01,
  coalesce("r3"."sn"::text, "t"."contract_id"::text),
  case "t"."lease_kind" when '1' then '租客合同' when '2' then '整租合同' else "t"."lease_kind"::text end,
  coalesce("r4"."name"::text, "t"."custom_id"::text),
  coalesce("r5"."name"::text, "t"."company_id"::text) from "occupancy_view" as t left join "org" as "r0" on "r0"."org_id" = "t"."org_id" left join "project" as "r1" on "r1"."p_id" = "t"."p_id" left join "kind" as "r2" on "r2"."id" = "t"."kind_id" left join "contract" as "r3" on "r3"."contract_id" = "t"."contract_id" left join "lessee" as "r4" on "r4"."custom_id" = "t"."custom_id" left join "company" as "r5" on "r5"."company_id" = "t"."company_id" where "t"."org_id" = any('{"1","2"}'::integer[]) and "t"."state" = any('{"1","2"}'::integer[]) and "t"."start_date" >= '2026-01-01' and "t"."start_date" <= '2026-12-31' and "t"."last_date" >= '2026-01-01' and "t"."last_date" <= '2026-12-31' and "t"."p_id" = any('{"1","2"}'::integer[]) and "t"."kind_id" = any('{"1","2"}'::integer[]) and "t"."nature" = any('{"1","2"}'::integer[]) and "t"."lease_kind" = any('{"1","2"}'::integer[]) and "t"."p_id" = '1'::integer order by "t"."start_date" desc, "t"."occupancy_id" desc
-- count
select count(*) as n from "occupancy" as t where "t"."org_id" = any('{"1","2"}'::integer[]) and "t"."state" = any('{"1","2"}'::integer[]) and "t"."start_date" >= '2026-01-01' and "t"."start_date" <= '2026-12-31' and "t"."last_date" >= '2026-01-01' and "t"."last_date" <= '2026-12-31' and "t"."p_id" = any('{"1","2"}'::integer[]) and "t"."kind_id" = any('{"1","2"}'::integer[]) and "t"."nature" = any('{"1","2"}'::integer[]) and "t"."lease_kind" = any('{"1","2"}'::integer[]) and "t"."p_id" = '1'::integer
