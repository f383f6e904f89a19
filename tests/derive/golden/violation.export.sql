-- as the list opens
select "t"."number", "r0"."region_name",
  coalesce("r0"."unit_floor"::text, "t"."org_id"::text), "t"."custom_name",
  coalesce("r1"."sn"::text, "t"."contract_id"::text),
  case "t"."kind" when '1' then '转租' when '2' then '空置' when '3' then '擅自装修' when '4' then '改变用途' when '5' then '欠租' when '6' then '其他' else "t"."kind"::text end, "t"."found_on",
  case "t"."found_by" when '1' then '巡检' when '2' then '举报' when '3' then '核查' when '4' then '其他' else "t"."found_by"::text end, "t"."facts", case when cardinality("t"."photos") > 0 then cardinality("t"."photos") || ' 张' end,
  case "t"."status" when '1' then '待核实' when '2' then '已核实' when '3' then '限期整改' when '4' then '已整改' when '5' then '逾期未整改' when '6' then '已处理' when '7' then '不属实' else "t"."status"::text end, "t"."verified_note", "t"."deadline", "t"."demand", "t"."corrected_note", "t"."charged_from", "t"."charged_to", "t"."charged" * 0.01,
  case "t"."outcome" when '1' then '口头警告' when '2' then '书面警告' when '3' then '补缴租金' when '4' then '解除合同' when '5' then '其他' else "t"."outcome"::text end, "t"."closing", "t"."reason",
  coalesce("r2"."number"::text, "t"."inspect_id"::text),
  coalesce("r3"."name"::text, "t"."p_id"::text),
  coalesce("r4"."name"::text, "t"."created_by"::text) from "violation" as t left join "org" as "r0" on "r0"."org_id" = "t"."org_id" left join "contract" as "r1" on "r1"."contract_id" = "t"."contract_id" left join "inspect" as "r2" on "r2"."inspect_id" = "t"."inspect_id" left join "project" as "r3" on "r3"."p_id" = "t"."p_id" left join "account" as "r4" on "r4"."user_id" = "t"."created_by" where true order by "t"."found_on" desc, "t"."violation_id" desc
-- count
select count(*) as n from "violation" as t where true

-- every filter at once, within a project
select "t"."number", "r0"."region_name",
  coalesce("r0"."unit_floor"::text, "t"."org_id"::text), "t"."custom_name",
  coalesce("r1"."sn"::text, "t"."contract_id"::text),
  case "t"."kind" when '1' then '转租' when '2' then '空置' when '3' then '擅自装修' when '4' then '改变用途' when '5' then '欠租' when '6' then '其他' else "t"."kind"::text end, "t"."found_on",
  case "t"."found_by" when '1' then '巡检' when '2' then '举报' when '3' then '核查' when '4' then '其他' else "t"."found_by"::text end, "t"."facts", case when cardinality("t"."photos") > 0 then cardinality("t"."photos") || ' 张' end,
  case "t"."status" when '1' then '待核实' when '2' then '已核实' when '3' then '限期整改' when '4' then '已整改' when '5' then '逾期未整改' when '6' then '已处理' when '7' then '不属实' else "t"."status"::text end, "t"."verified_note", "t"."deadline", "t"."demand", "t"."corrected_note", "t"."charged_from", "t"."charged_to", "t"."charged" * 0.01,
  case "t"."outcome" when '1' then '口头警告' when '2' then '书面警告' when '3' then '补缴租金' when '4' then '解除合同' when '5' then '其他' else "t"."outcome"::text end, "t"."closing", "t"."reason",
  coalesce("r2"."number"::text, "t"."inspect_id"::text),
  coalesce("r3"."name"::text, "t"."p_id"::text),
  coalesce("r4"."name"::text, "t"."created_by"::text) from "violation" as t left join "org" as "r0" on "r0"."org_id" = "t"."org_id" left join "contract" as "r1" on "r1"."contract_id" = "t"."contract_id" left join "inspect" as "r2" on "r2"."inspect_id" = "t"."inspect_id" left join "project" as "r3" on "r3"."p_id" = "t"."p_id" left join "account" as "r4" on "r4"."user_id" = "t"."created_by" where ("t"."number" ~>=~ '张杨' and "t"."number" ~<~ '张杨􏿿') and "t"."org_id" = any('{"1","2"}'::integer[]) and grams("t"."custom_name") @> '{"张杨"}'::text[] and "t"."custom_id" = any('{"1","2"}'::integer[]) and "t"."contract_id" = any('{"1","2"}'::integer[]) and "t"."kind" = any('{"1","2"}'::integer[]) and "t"."found_on" >= '2026-01-01' and "t"."found_on" <= '2026-12-31' and "t"."found_by" = any('{"1","2"}'::integer[]) and "t"."status" = any('{"1","2"}'::integer[]) and "t"."deadline" >= '2026-01-01' and "t"."deadline" <= '2026-12-31' and "t"."outcome" = any('{"1","2"}'::integer[]) and "t"."inspect_id" = any('{"1","2"}'::integer[]) and "t"."p_id" = any('{"1","2"}'::integer[]) and "t"."p_id" = '1'::integer order by "t"."found_on" desc, "t"."violation_id" desc
-- count
select count(*) as n from "violation" as t where ("t"."number" ~>=~ '张杨' and "t"."number" ~<~ '张杨􏿿') and "t"."org_id" = any('{"1","2"}'::integer[]) and grams("t"."custom_name") @> '{"张杨"}'::text[] and "t"."custom_id" = any('{"1","2"}'::integer[]) and "t"."contract_id" = any('{"1","2"}'::integer[]) and "t"."kind" = any('{"1","2"}'::integer[]) and "t"."found_on" >= '2026-01-01' and "t"."found_on" <= '2026-12-31' and "t"."found_by" = any('{"1","2"}'::integer[]) and "t"."status" = any('{"1","2"}'::integer[]) and "t"."deadline" >= '2026-01-01' and "t"."deadline" <= '2026-12-31' and "t"."outcome" = any('{"1","2"}'::integer[]) and "t"."inspect_id" = any('{"1","2"}'::integer[]) and "t"."p_id" = any('{"1","2"}'::integer[]) and "t"."p_id" = '1'::integer
