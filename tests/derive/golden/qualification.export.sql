-- as the list opens
select "t"."custom_name", "t"."card", case (case when substr("t"."card", 17, 1) ~ '[13579]' then 1 when "t"."card" is not null then 2 end) when '1' then '男' when '2' then '女' else (case when substr("t"."card", 17, 1) ~ '[13579]' then 1 when "t"."card" is not null then 2 end)::text end, "t"."phone",
  coalesce("r0"."name"::text, "t"."p_id"::text),
  case "t"."nature" when '1' then '区筹公租房' when '2' then '市筹公租房' when '3' then '廉租房' else "t"."nature"::text end,
  case "t"."priority" when '1' then '优先保障' when '2' then '一般保障' else "t"."priority"::text end,
  case "t"."room_type" when '1' then '一室' when '2' then '二室' when '3' then '三室' else "t"."room_type"::text end, "t"."family_size", "t"."income" * 0.01,
  trim_scale("t"."housing_area"), "t"."employer",
  case "t"."status" when '1' then '待审核' when '2' then '通过' when '3' then '驳回' when '4' then '已转轮候' when '5' then '待补正' when '6' then '待复核' else "t"."status"::text end, "t"."reason", "t"."exception",
  coalesce("r1"."name"::text, "t"."checked_by"::text),
  case "t"."source" when '1' then '窗口登记' when '2' then '手机申请' else "t"."source"::text end, case when cardinality("t"."imgs") > 0 then cardinality("t"."imgs") || ' 张' end, "t"."note",
  coalesce("r2"."name"::text, "t"."created_by"::text),
  left(to_timestamp("t"."created_at")::timestamp::text, 16) from "qualification" as t left join "project" as "r0" on "r0"."p_id" = "t"."p_id" left join "account" as "r1" on "r1"."user_id" = "t"."checked_by" left join "account" as "r2" on "r2"."user_id" = "t"."created_by" where true order by "t"."created_at" desc, "t"."apply_id" desc
-- count
select count(*) as n from "qualification" as t where true

-- every filter at once, within a project
select "t"."custom_name", "t"."card", case (case when substr("t"."card", 17, 1) ~ '[13579]' then 1 when "t"."card" is not null then 2 end) when '1' then '男' when '2' then '女' else (case when substr("t"."card", 17, 1) ~ '[13579]' then 1 when "t"."card" is not null then 2 end)::text end, "t"."phone",
  coalesce("r0"."name"::text, "t"."p_id"::text),
  case "t"."nature" when '1' then '区筹公租房' when '2' then '市筹公租房' when '3' then '廉租房' else "t"."nature"::text end,
  case "t"."priority" when '1' then '优先保障' when '2' then '一般保障' else "t"."priority"::text end,
  case "t"."room_type" when '1' then '一室' when '2' then '二室' when '3' then '三室' else "t"."room_type"::text end, "t"."family_size", "t"."income" * 0.01,
  trim_scale("t"."housing_area"), "t"."employer",
  case "t"."status" when '1' then '待审核' when '2' then '通过' when '3' then '驳回' when '4' then '已转轮候' when '5' then '待补正' when '6' then '待复核' else "t"."status"::text end, "t"."reason", "t"."exception",
  coalesce("r1"."name"::text, "t"."checked_by"::text),
  case "t"."source" when '1' then '窗口登记' when '2' then '手机申请' else "t"."source"::text end, case when cardinality("t"."imgs") > 0 then cardinality("t"."imgs") || ' 张' end, "t"."note",
  coalesce("r2"."name"::text, "t"."created_by"::text),
  left(to_timestamp("t"."created_at")::timestamp::text, 16) from "qualification" as t left join "project" as "r0" on "r0"."p_id" = "t"."p_id" left join "account" as "r1" on "r1"."user_id" = "t"."checked_by" left join "account" as "r2" on "r2"."user_id" = "t"."created_by" where grams("t"."custom_name") @> '{"张杨"}'::text[] and right("t"."card", 4) = '张杨' and "t"."p_id" = any('{"1","2"}'::integer[]) and "t"."nature" = any('{"1","2"}'::integer[]) and "t"."priority" = any('{"1","2"}'::integer[]) and "t"."room_type" = any('{"1","2"}'::integer[]) and "t"."status" = any('{"1","2"}'::integer[]) and "t"."source" = any('{"1","2"}'::integer[]) and "t"."created_at" >= '1' and "t"."created_at" <= '2' and "t"."p_id" = '1'::integer order by "t"."created_at" desc, "t"."apply_id" desc
-- count
select count(*) as n from "qualification" as t where grams("t"."custom_name") @> '{"张杨"}'::text[] and right("t"."card", 4) = '张杨' and "t"."p_id" = any('{"1","2"}'::integer[]) and "t"."nature" = any('{"1","2"}'::integer[]) and "t"."priority" = any('{"1","2"}'::integer[]) and "t"."room_type" = any('{"1","2"}'::integer[]) and "t"."status" = any('{"1","2"}'::integer[]) and "t"."source" = any('{"1","2"}'::integer[]) and "t"."created_at" >= '1' and "t"."created_at" <= '2' and "t"."p_id" = '1'::integer
