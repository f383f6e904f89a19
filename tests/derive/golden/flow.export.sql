-- as the list opens
select "t"."sn",
  case "t"."type" when '1' then '收入' when '2' then '支出' else "t"."type"::text end, "t"."price" * 0.01, "t"."unused" * 0.01,
  case "t"."is_unknown" when '1' then '是' else "t"."is_unknown"::text end, "t"."custom_name",
  case "t"."from" when '2' then '费用项' when '3' then '押金项' when '4' then '抄表项' else "t"."from"::text end, "t"."item",
  case "t"."way" when '3' then '转账' when '7' then '代扣' when '8' then 'POS' when '11' then '其他' else "t"."way"::text end,
  coalesce("r0"."name"::text, "t"."own_account_id"::text),
  coalesce("r1"."party"::text, "t"."line_id"::text),
  left(to_timestamp("t"."deal_time")::timestamp::text, 16), "t"."book_day", "r2"."region_name",
  coalesce("r2"."unit_floor"::text, "t"."org_id"::text), "t"."start_date", "t"."end_date",
  case "t"."state" when '1' then '正常' when '2' then '已红冲' when '3' then '红字' else "t"."state"::text end,
  coalesce("r3"."name"::text, "t"."p_id"::text), "t"."invoice_number", "t"."input_tax" * 0.01,
  case "t"."deductible" when '1' then '是' when '2' then '否' else "t"."deductible"::text end, case when cardinality("t"."imgs") > 0 then cardinality("t"."imgs") || ' 张' end, "t"."note",
  case "t"."is_returned" when '1' then '是' else "t"."is_returned"::text end,
  coalesce("r4"."sn"::text, "t"."settlement_id"::text),
  coalesce("r5"."sn"::text, "t"."refunds"::text),
  coalesce("r6"."name"::text, "t"."created_by"::text) from "flow_view" as t left join "own_account" as "r0" on "r0"."own_account_id" = "t"."own_account_id" left join "statement_line" as "r1" on "r1"."line_id" = "t"."line_id" left join "org" as "r2" on "r2"."org_id" = "t"."org_id" left join "project" as "r3" on "r3"."p_id" = "t"."p_id" left join "owner_settlement" as "r4" on "r4"."settlement_id" = "t"."settlement_id" left join "flow" as "r5" on "r5"."flow_id" = "t"."refunds" left join "account" as "r6" on "r6"."user_id" = "t"."created_by" where true order by "t"."deal_time" desc, "t"."flow_id" desc
-- count
select count(*) as n from "flow" as t where true

-- every filter at once, within a project
select "t"."sn",
  case "t"."type" when '1' then '收入' when '2' then '支出' else "t"."type"::text end, "t"."price" * 0.01, "t"."unused" * 0.01,
  case "t"."is_unknown" when '1' then '是' else "t"."is_unknown"::text end, "t"."custom_name",
  case "t"."from" when '2' then '费用项' when '3' then '押金项' when '4' then '抄表项' else "t"."from"::text end, "t"."item",
  case "t"."way" when '3' then '转账' when '7' then '代扣' when '8' then 'POS' when '11' then '其他' else "t"."way"::text end,
  coalesce("r0"."name"::text, "t"."own_account_id"::text),
  coalesce("r1"."party"::text, "t"."line_id"::text),
  left(to_timestamp("t"."deal_time")::timestamp::text, 16), "t"."book_day", "r2"."region_name",
  coalesce("r2"."unit_floor"::text, "t"."org_id"::text), "t"."start_date", "t"."end_date",
  case "t"."state" when '1' then '正常' when '2' then '已红冲' when '3' then '红字' else "t"."state"::text end,
  coalesce("r3"."name"::text, "t"."p_id"::text), "t"."invoice_number", "t"."input_tax" * 0.01,
  case "t"."deductible" when '1' then '是' when '2' then '否' else "t"."deductible"::text end, case when cardinality("t"."imgs") > 0 then cardinality("t"."imgs") || ' 张' end, "t"."note",
  case "t"."is_returned" when '1' then '是' else "t"."is_returned"::text end,
  coalesce("r4"."sn"::text, "t"."settlement_id"::text),
  coalesce("r5"."sn"::text, "t"."refunds"::text),
  coalesce("r6"."name"::text, "t"."created_by"::text) from "flow_view" as t left join "own_account" as "r0" on "r0"."own_account_id" = "t"."own_account_id" left join "statement_line" as "r1" on "r1"."line_id" = "t"."line_id" left join "org" as "r2" on "r2"."org_id" = "t"."org_id" left join "project" as "r3" on "r3"."p_id" = "t"."p_id" left join "owner_settlement" as "r4" on "r4"."settlement_id" = "t"."settlement_id" left join "flow" as "r5" on "r5"."flow_id" = "t"."refunds" left join "account" as "r6" on "r6"."user_id" = "t"."created_by" where ("t"."sn" ~>=~ '张杨' and "t"."sn" ~<~ '张杨􏿿') and "t"."type" = any('{"1","2"}'::integer[]) and "t"."price" >= '1' and "t"."price" <= '2' and "t"."is_unknown" = any('{"1","2"}'::integer[]) and grams("t"."custom_name") @> '{"张杨"}'::text[] and "t"."from" = any('{"1","2"}'::integer[]) and "t"."way" = any('{"1","2"}'::integer[]) and "t"."own_account_id" = any('{"1","2"}'::integer[]) and "t"."line_id" = any('{"1","2"}'::integer[]) and "t"."deal_time" >= '1' and "t"."deal_time" <= '2' and "t"."custom_id" = any('{"1","2"}'::integer[]) and "t"."company_id" = any('{"1","2"}'::integer[]) and "t"."org_id" = any('{"1","2"}'::integer[]) and "t"."start_date" >= '2026-01-01' and "t"."start_date" <= '2026-12-31' and "t"."p_id" = any('{"1","2"}'::integer[]) and ("t"."invoice_number" ~>=~ '张杨' and "t"."invoice_number" ~<~ '张杨􏿿') and "t"."deductible" = any('{"1","2"}'::integer[]) and "t"."is_returned" = any('{"1","2"}'::integer[]) and "t"."settlement_id" = any('{"1","2"}'::integer[]) and "t"."refunds" = any('{"1","2"}'::integer[]) and "t"."unit_id" = any('{"1","2"}'::integer[]) and "t"."p_id" = '1'::integer order by "t"."deal_time" desc, "t"."flow_id" desc
-- count
select count(*) as n from "flow" as t where ("t"."sn" ~>=~ '张杨' and "t"."sn" ~<~ '张杨􏿿') and "t"."type" = any('{"1","2"}'::integer[]) and "t"."price" >= '1' and "t"."price" <= '2' and "t"."is_unknown" = any('{"1","2"}'::integer[]) and grams("t"."custom_name") @> '{"张杨"}'::text[] and "t"."from" = any('{"1","2"}'::integer[]) and "t"."way" = any('{"1","2"}'::integer[]) and "t"."own_account_id" = any('{"1","2"}'::integer[]) and "t"."line_id" = any('{"1","2"}'::integer[]) and "t"."deal_time" >= '1' and "t"."deal_time" <= '2' and "t"."custom_id" = any('{"1","2"}'::integer[]) and "t"."company_id" = any('{"1","2"}'::integer[]) and "t"."org_id" = any('{"1","2"}'::integer[]) and "t"."start_date" >= '2026-01-01' and "t"."start_date" <= '2026-12-31' and "t"."p_id" = any('{"1","2"}'::integer[]) and ("t"."invoice_number" ~>=~ '张杨' and "t"."invoice_number" ~<~ '张杨􏿿') and "t"."deductible" = any('{"1","2"}'::integer[]) and "t"."is_returned" = any('{"1","2"}'::integer[]) and "t"."settlement_id" = any('{"1","2"}'::integer[]) and "t"."refunds" = any('{"1","2"}'::integer[]) and "t"."unit_id" = any('{"1","2"}'::integer[]) and "t"."p_id" = '1'::integer
