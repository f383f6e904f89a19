-- as the list opens
select "t"."read_date", "r0"."region_name",
  coalesce("r0"."unit_floor"::text, "t"."org_id"::text),
  coalesce("r1"."name"::text, "t"."simple_id"::text),
  trim_scale("t"."previous"),
  trim_scale("t"."current"),
  trim_scale("t"."usage"), "t"."price" * 0.01, "t"."amount" * 0.01,
  case "t"."is_new" when '0' then '否' when '1' then '是' else "t"."is_new"::text end,
  coalesce("r2"."sn"::text, "t"."bill_id"::text), case when cardinality("t"."imgs") > 0 then cardinality("t"."imgs") || ' 张' end, "t"."note",
  coalesce("r3"."name"::text, "t"."p_id"::text),
  coalesce("r4"."name"::text, "t"."created_by"::text) from "meter" as t left join "org" as "r0" on "r0"."org_id" = "t"."org_id" left join "simple" as "r1" on "r1"."id" = "t"."simple_id" left join "bill" as "r2" on "r2"."bill_id" = "t"."bill_id" left join "project" as "r3" on "r3"."p_id" = "t"."p_id" left join "account" as "r4" on "r4"."user_id" = "t"."created_by" where true order by "t"."read_date" desc, "t"."meter_id" desc
-- count
select count(*) as n from "meter" as t where true

-- every filter at once, within a project
select "t"."read_date", "r0"."region_name",
  coalesce("r0"."unit_floor"::text, "t"."org_id"::text),
  coalesce("r1"."name"::text, "t"."simple_id"::text),
  trim_scale("t"."previous"),
  trim_scale("t"."current"),
  trim_scale("t"."usage"), "t"."price" * 0.01, "t"."amount" * 0.01,
  case "t"."is_new" when '0' then '否' when '1' then '是' else "t"."is_new"::text end,
  coalesce("r2"."sn"::text, "t"."bill_id"::text), case when cardinality("t"."imgs") > 0 then cardinality("t"."imgs") || ' 张' end, "t"."note",
  coalesce("r3"."name"::text, "t"."p_id"::text),
  coalesce("r4"."name"::text, "t"."created_by"::text) from "meter" as t left join "org" as "r0" on "r0"."org_id" = "t"."org_id" left join "simple" as "r1" on "r1"."id" = "t"."simple_id" left join "bill" as "r2" on "r2"."bill_id" = "t"."bill_id" left join "project" as "r3" on "r3"."p_id" = "t"."p_id" left join "account" as "r4" on "r4"."user_id" = "t"."created_by" where "t"."read_date" >= '2026-01-01' and "t"."read_date" <= '2026-12-31' and "t"."org_id" = any('{"1","2"}'::integer[]) and "t"."simple_id" = any('{"1","2"}'::integer[]) and "t"."bill_id" = any('{"1","2"}'::integer[]) and "t"."p_id" = any('{"1","2"}'::integer[]) and "t"."p_id" = '1'::integer order by "t"."read_date" desc, "t"."meter_id" desc
-- count
select count(*) as n from "meter" as t where "t"."read_date" >= '2026-01-01' and "t"."read_date" <= '2026-12-31' and "t"."org_id" = any('{"1","2"}'::integer[]) and "t"."simple_id" = any('{"1","2"}'::integer[]) and "t"."bill_id" = any('{"1","2"}'::integer[]) and "t"."p_id" = any('{"1","2"}'::integer[]) and "t"."p_id" = '1'::integer
