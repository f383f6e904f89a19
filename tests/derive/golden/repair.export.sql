-- as the list opens
select "t"."number", "r0"."region_name",
  coalesce("r0"."unit_floor"::text, "t"."org_id"::text),
  case "t"."urgency" when '1' then '一般' when '2' then '紧急' else "t"."urgency"::text end,
  case "t"."kind" when '1' then '水电' when '2' then '门窗' when '3' then '家电' when '4' then '墙面' when '5' then '渗漏' when '6' then '其他' else "t"."kind"::text end, "t"."description", "t"."supplement", "t"."reporter", "t"."phone",
  left(to_timestamp("t"."wanted_time")::timestamp::text, 16), case when cardinality("t"."photos") > 0 then cardinality("t"."photos") || ' 张' end,
  case "t"."status" when '1' then '待派单' when '2' then '处理中' when '3' then '待回访' when '4' then '已完成' when '5' then '已取消' else "t"."status"::text end,
  coalesce("r1"."name"::text, "t"."handler"::text),
  left(to_timestamp("t"."visit_start")::timestamp::text, 16),
  left(to_timestamp("t"."visit_end")::timestamp::text, 16),
  case "t"."lays_up" when '0' then '否' when '1' then '是' else "t"."lays_up"::text end, "t"."work", case when cardinality("t"."after_photos") > 0 then cardinality("t"."after_photos") || ' 张' end,
  left(to_timestamp("t"."done_at")::timestamp::text, 16), "t"."cost" * 0.01,
  case "t"."borne_by" when '1' then '运营方' when '2' then '租客' else "t"."borne_by"::text end,
  coalesce("r2"."sn"::text, "t"."bill_id"::text),
  case "t"."satisfaction" when '1' then '很不满意' when '2' then '不满意' when '3' then '一般' when '4' then '满意' when '5' then '很满意' else "t"."satisfaction"::text end, "t"."feedback", "t"."reason",
  case "t"."source" when '1' then '员工登记' when '2' then '租客上报' else "t"."source"::text end,
  coalesce("r3"."sn"::text, "t"."contract_id"::text),
  coalesce("r4"."name"::text, "t"."custom_id"::text),
  coalesce("r5"."number"::text, "t"."inspect_id"::text),
  coalesce("r6"."name"::text, "t"."p_id"::text),
  left(to_timestamp("t"."created_at")::timestamp::text, 16),
  coalesce("r7"."name"::text, "t"."created_by"::text) from "repair" as t left join "org" as "r0" on "r0"."org_id" = "t"."org_id" left join "account" as "r1" on "r1"."user_id" = "t"."handler" left join "bill" as "r2" on "r2"."bill_id" = "t"."bill_id" left join "contract" as "r3" on "r3"."contract_id" = "t"."contract_id" left join "lessee" as "r4" on "r4"."custom_id" = "t"."custom_id" left join "inspect" as "r5" on "r5"."inspect_id" = "t"."inspect_id" left join "project" as "r6" on "r6"."p_id" = "t"."p_id" left join "account" as "r7" on "r7"."user_id" = "t"."created_by" where true order by "t"."created_at" desc, "t"."repair_id" desc
-- count
select count(*) as n from "repair" as t where true

-- every filter at once, within a project
select "t"."number", "r0"."region_name",
  coalesce("r0"."unit_floor"::text, "t"."org_id"::text),
  case "t"."urgency" when '1' then '一般' when '2' then '紧急' else "t"."urgency"::text end,
  case "t"."kind" when '1' then '水电' when '2' then '门窗' when '3' then '家电' when '4' then '墙面' when '5' then '渗漏' when '6' then '其他' else "t"."kind"::text end, "t"."description", "t"."supplement", "t"."reporter", "t"."phone",
  left(to_timestamp("t"."wanted_time")::timestamp::text, 16), case when cardinality("t"."photos") > 0 then cardinality("t"."photos") || ' 张' end,
  case "t"."status" when '1' then '待派单' when '2' then '处理中' when '3' then '待回访' when '4' then '已完成' when '5' then '已取消' else "t"."status"::text end,
  coalesce("r1"."name"::text, "t"."handler"::text),
  left(to_timestamp("t"."visit_start")::timestamp::text, 16),
  left(to_timestamp("t"."visit_end")::timestamp::text, 16),
  case "t"."lays_up" when '0' then '否' when '1' then '是' else "t"."lays_up"::text end, "t"."work", case when cardinality("t"."after_photos") > 0 then cardinality("t"."after_photos") || ' 张' end,
  left(to_timestamp("t"."done_at")::timestamp::text, 16), "t"."cost" * 0.01,
  case "t"."borne_by" when '1' then '运营方' when '2' then '租客' else "t"."borne_by"::text end,
  coalesce("r2"."sn"::text, "t"."bill_id"::text),
  case "t"."satisfaction" when '1' then '很不满意' when '2' then '不满意' when '3' then '一般' when '4' then '满意' when '5' then '很满意' else "t"."satisfaction"::text end, "t"."feedback", "t"."reason",
  case "t"."source" when '1' then '员工登记' when '2' then '租客上报' else "t"."source"::text end,
  coalesce("r3"."sn"::text, "t"."contract_id"::text),
  coalesce("r4"."name"::text, "t"."custom_id"::text),
  coalesce("r5"."number"::text, "t"."inspect_id"::text),
  coalesce("r6"."name"::text, "t"."p_id"::text),
  left(to_timestamp("t"."created_at")::timestamp::text, 16),
  coalesce("r7"."name"::text, "t"."created_by"::text) from "repair" as t left join "org" as "r0" on "r0"."org_id" = "t"."org_id" left join "account" as "r1" on "r1"."user_id" = "t"."handler" left join "bill" as "r2" on "r2"."bill_id" = "t"."bill_id" left join "contract" as "r3" on "r3"."contract_id" = "t"."contract_id" left join "lessee" as "r4" on "r4"."custom_id" = "t"."custom_id" left join "inspect" as "r5" on "r5"."inspect_id" = "t"."inspect_id" left join "project" as "r6" on "r6"."p_id" = "t"."p_id" left join "account" as "r7" on "r7"."user_id" = "t"."created_by" where ("t"."number" ~>=~ '张杨' and "t"."number" ~<~ '张杨􏿿') and "t"."org_id" = any('{"1","2"}'::integer[]) and "t"."urgency" = any('{"1","2"}'::integer[]) and "t"."kind" = any('{"1","2"}'::integer[]) and grams("t"."reporter") @> '{"张杨"}'::text[] and right("t"."phone", 4) = '张杨' and "t"."status" = any('{"1","2"}'::integer[]) and "t"."handler" = any('{"1","2"}'::integer[]) and "t"."visit_start" >= '1' and "t"."visit_start" <= '2' and "t"."lays_up" = any('{"1","2"}'::integer[]) and "t"."done_at" >= '1' and "t"."done_at" <= '2' and "t"."cost" >= '1' and "t"."cost" <= '2' and "t"."borne_by" = any('{"1","2"}'::integer[]) and "t"."bill_id" = any('{"1","2"}'::integer[]) and "t"."satisfaction" = any('{"1","2"}'::integer[]) and "t"."source" = any('{"1","2"}'::integer[]) and "t"."contract_id" = any('{"1","2"}'::integer[]) and "t"."custom_id" = any('{"1","2"}'::integer[]) and "t"."inspect_id" = any('{"1","2"}'::integer[]) and "t"."p_id" = any('{"1","2"}'::integer[]) and "t"."created_at" >= '1' and "t"."created_at" <= '2' and "t"."p_id" = '1'::integer order by "t"."created_at" desc, "t"."repair_id" desc
-- count
select count(*) as n from "repair" as t where ("t"."number" ~>=~ '张杨' and "t"."number" ~<~ '张杨􏿿') and "t"."org_id" = any('{"1","2"}'::integer[]) and "t"."urgency" = any('{"1","2"}'::integer[]) and "t"."kind" = any('{"1","2"}'::integer[]) and grams("t"."reporter") @> '{"张杨"}'::text[] and right("t"."phone", 4) = '张杨' and "t"."status" = any('{"1","2"}'::integer[]) and "t"."handler" = any('{"1","2"}'::integer[]) and "t"."visit_start" >= '1' and "t"."visit_start" <= '2' and "t"."lays_up" = any('{"1","2"}'::integer[]) and "t"."done_at" >= '1' and "t"."done_at" <= '2' and "t"."cost" >= '1' and "t"."cost" <= '2' and "t"."borne_by" = any('{"1","2"}'::integer[]) and "t"."bill_id" = any('{"1","2"}'::integer[]) and "t"."satisfaction" = any('{"1","2"}'::integer[]) and "t"."source" = any('{"1","2"}'::integer[]) and "t"."contract_id" = any('{"1","2"}'::integer[]) and "t"."custom_id" = any('{"1","2"}'::integer[]) and "t"."inspect_id" = any('{"1","2"}'::integer[]) and "t"."p_id" = any('{"1","2"}'::integer[]) and "t"."created_at" >= '1' and "t"."created_at" <= '2' and "t"."p_id" = '1'::integer
