-- as the list opens
select "t"."sn", "t"."custom_name", "r0"."region_name",
  coalesce("r0"."unit_floor"::text, "t"."org_id"::text),
  case "t"."from" when '1' then '房租' when '2' then '费用项' when '3' then '押金项' when '4' then '抄表项' else "t"."from"::text end, "t"."price" * 0.01, "t"."paid" * 0.01, "t"."owed" * 0.01, "t"."bill_date",
  case "t"."state" when '1' then '未支付' when '2' then '部分支付' when '3' then '已结清' when '4' then '逾期' when '5' then '已作废' when '6' then '坏账' else "t"."state"::text end,
  coalesce("r1"."sn"::text, "t"."batch_id"::text),
  coalesce("r2"."name"::text, "t"."p_id"::text) from "bill_withhold_view" as t left join "org" as "r0" on "r0"."org_id" = "t"."org_id" left join "withhold" as "r1" on "r1"."batch_id" = "t"."batch_id" left join "project" as "r2" on "r2"."p_id" = "t"."p_id" where true order by "t"."bill_date" asc, "t"."bill_id" asc
-- count
select count(*) as n from "bill_withhold_view" as t where true

-- every filter at once, within a project
select "t"."sn", "t"."custom_name", "r0"."region_name",
  coalesce("r0"."unit_floor"::text, "t"."org_id"::text),
  case "t"."from" when '1' then '房租' when '2' then '费用项' when '3' then '押金项' when '4' then '抄表项' else "t"."from"::text end, "t"."price" * 0.01, "t"."paid" * 0.01, "t"."owed" * 0.01, "t"."bill_date",
  case "t"."state" when '1' then '未支付' when '2' then '部分支付' when '3' then '已结清' when '4' then '逾期' when '5' then '已作废' when '6' then '坏账' else "t"."state"::text end,
  coalesce("r1"."sn"::text, "t"."batch_id"::text),
  coalesce("r2"."name"::text, "t"."p_id"::text) from "bill_withhold_view" as t left join "org" as "r0" on "r0"."org_id" = "t"."org_id" left join "withhold" as "r1" on "r1"."batch_id" = "t"."batch_id" left join "project" as "r2" on "r2"."p_id" = "t"."p_id" where ("t"."sn" ~>=~ '张杨' and "t"."sn" ~<~ '张杨􏿿') and "t"."org_id" = any('{"1","2"}'::integer[]) and "t"."from" = any('{"1","2"}'::integer[]) and "t"."bill_date" >= '2026-01-01' and "t"."bill_date" <= '2026-12-31' and ((t.paid <= 0 and t.bill_date >= as_of_day()) or (t.paid > 0 and t.bill_date >= as_of_day())) and "t"."p_id" = any('{"1","2"}'::integer[]) and "t"."p_id" = '1'::integer order by "t"."bill_date" asc, "t"."bill_id" asc
-- count
select count(*) as n from "bill_withhold_view" as t where ("t"."sn" ~>=~ '张杨' and "t"."sn" ~<~ '张杨􏿿') and "t"."org_id" = any('{"1","2"}'::integer[]) and "t"."from" = any('{"1","2"}'::integer[]) and "t"."bill_date" >= '2026-01-01' and "t"."bill_date" <= '2026-12-31' and ((t.paid <= 0 and t.bill_date >= as_of_day()) or (t.paid > 0 and t.bill_date >= as_of_day())) and "t"."p_id" = any('{"1","2"}'::integer[]) and "t"."p_id" = '1'::integer
