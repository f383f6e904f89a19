-- as the list opens
select "t"."number", "t"."batch",
  case "t"."kind" when '1' then '年度巡检' when '2' then '入户核查' when '3' then '空置房检查' else "t"."kind"::text end, "r0"."region_name",
  coalesce("r0"."unit_floor"::text, "t"."org_id"::text), "t"."custom_name",
  coalesce("r1"."sn"::text, "t"."contract_id"::text),
  coalesce("r2"."name"::text, "t"."inspector"::text), "t"."planned_date",
  case "t"."status" when '1' then '待检查' when '2' then '已检查' when '3' then '异常' when '4' then '已处理' when '5' then '已取消' else "t"."status"::text end,
  left(to_timestamp("t"."checked_at")::timestamp::text, 16),
  case "t"."occupied" when '1' then '是' when '2' then '否' when '3' then '无人' else "t"."occupied"::text end, "t"."problem", "t"."met", case when cardinality("t"."photos") > 0 then cardinality("t"."photos") || ' 张' end, "t"."handled", "t"."reason",
  coalesce("r3"."name"::text, "t"."p_id"::text),
  coalesce("r4"."name"::text, "t"."created_by"::text) from "inspect" as t left join "org" as "r0" on "r0"."org_id" = "t"."org_id" left join "contract" as "r1" on "r1"."contract_id" = "t"."contract_id" left join "account" as "r2" on "r2"."user_id" = "t"."inspector" left join "project" as "r3" on "r3"."p_id" = "t"."p_id" left join "account" as "r4" on "r4"."user_id" = "t"."created_by" where true order by "t"."planned_date" asc, "t"."inspect_id" asc
-- count
select count(*) as n from "inspect" as t where true

-- every filter at once, within a project
select "t"."number", "t"."batch",
  case "t"."kind" when '1' then '年度巡检' when '2' then '入户核查' when '3' then '空置房检查' else "t"."kind"::text end, "r0"."region_name",
  coalesce("r0"."unit_floor"::text, "t"."org_id"::text), "t"."custom_name",
  coalesce("r1"."sn"::text, "t"."contract_id"::text),
  coalesce("r2"."name"::text, "t"."inspector"::text), "t"."planned_date",
  case "t"."status" when '1' then '待检查' when '2' then '已检查' when '3' then '异常' when '4' then '已处理' when '5' then '已取消' else "t"."status"::text end,
  left(to_timestamp("t"."checked_at")::timestamp::text, 16),
  case "t"."occupied" when '1' then '是' when '2' then '否' when '3' then '无人' else "t"."occupied"::text end, "t"."problem", "t"."met", case when cardinality("t"."photos") > 0 then cardinality("t"."photos") || ' 张' end, "t"."handled", "t"."reason",
  coalesce("r3"."name"::text, "t"."p_id"::text),
  coalesce("r4"."name"::text, "t"."created_by"::text) from "inspect" as t left join "org" as "r0" on "r0"."org_id" = "t"."org_id" left join "contract" as "r1" on "r1"."contract_id" = "t"."contract_id" left join "account" as "r2" on "r2"."user_id" = "t"."inspector" left join "project" as "r3" on "r3"."p_id" = "t"."p_id" left join "account" as "r4" on "r4"."user_id" = "t"."created_by" where ("t"."number" ~>=~ '张杨' and "t"."number" ~<~ '张杨􏿿') and grams("t"."batch") @> '{"张杨"}'::text[] and "t"."kind" = any('{"1","2"}'::integer[]) and "t"."org_id" = any('{"1","2"}'::integer[]) and grams("t"."custom_name") @> '{"张杨"}'::text[] and "t"."custom_id" = any('{"1","2"}'::integer[]) and "t"."contract_id" = any('{"1","2"}'::integer[]) and "t"."inspector" = any('{"1","2"}'::integer[]) and "t"."planned_date" >= '2026-01-01' and "t"."planned_date" <= '2026-12-31' and "t"."status" = any('{"1","2"}'::integer[]) and "t"."checked_at" >= '1' and "t"."checked_at" <= '2' and "t"."occupied" = any('{"1","2"}'::integer[]) and "t"."p_id" = any('{"1","2"}'::integer[]) and "t"."p_id" = '1'::integer order by "t"."planned_date" asc, "t"."inspect_id" asc
-- count
select count(*) as n from "inspect" as t where ("t"."number" ~>=~ '张杨' and "t"."number" ~<~ '张杨􏿿') and grams("t"."batch") @> '{"张杨"}'::text[] and "t"."kind" = any('{"1","2"}'::integer[]) and "t"."org_id" = any('{"1","2"}'::integer[]) and grams("t"."custom_name") @> '{"张杨"}'::text[] and "t"."custom_id" = any('{"1","2"}'::integer[]) and "t"."contract_id" = any('{"1","2"}'::integer[]) and "t"."inspector" = any('{"1","2"}'::integer[]) and "t"."planned_date" >= '2026-01-01' and "t"."planned_date" <= '2026-12-31' and "t"."status" = any('{"1","2"}'::integer[]) and "t"."checked_at" >= '1' and "t"."checked_at" <= '2' and "t"."occupied" = any('{"1","2"}'::integer[]) and "t"."p_id" = any('{"1","2"}'::integer[]) and "t"."p_id" = '1'::integer
