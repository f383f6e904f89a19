-- as the list opens
select "t"."month",
  coalesce("r0"."name"::text, "t"."p_id"::text), "r1"."region_name",
  coalesce("r1"."unit_floor"::text, "t"."org_id"::text), "t"."custom_name",
  coalesce("r2"."sn"::text, "t"."contract_id"::text),
  coalesce("r3"."sn"::text, "t"."bill_id"::text), "t"."start_date", "t"."end_date", "t"."bill_date",
  case "t"."state" when '1' then '未到期' when '2' then '欠缴' when '3' then '已缴清' else "t"."state"::text end, "t"."receivable" * 0.01, "t"."reduced" * 0.01, "t"."received" * 0.01, "t"."arrears" * 0.01, "t"."bad" * 0.01, "t"."rate" from "ledger_view" as t left join "project" as "r0" on "r0"."p_id" = "t"."p_id" left join "org" as "r1" on "r1"."org_id" = "t"."org_id" left join "contract" as "r2" on "r2"."contract_id" = "t"."contract_id" left join "bill" as "r3" on "r3"."bill_id" = "t"."bill_id" where true order by "t"."month" desc, "t"."ledger_id" desc
-- count
select count(*) as n from "ledger_view" as t where true

-- every filter at once, within a project
select "t"."month",
  coalesce("r0"."name"::text, "t"."p_id"::text), "r1"."region_name",
  coalesce("r1"."unit_floor"::text, "t"."org_id"::text), "t"."custom_name",
  coalesce("r2"."sn"::text, "t"."contract_id"::text),
  coalesce("r3"."sn"::text, "t"."bill_id"::text), "t"."start_date", "t"."end_date", "t"."bill_date",
  case "t"."state" when '1' then '未到期' when '2' then '欠缴' when '3' then '已缴清' else "t"."state"::text end, "t"."receivable" * 0.01, "t"."reduced" * 0.01, "t"."received" * 0.01, "t"."arrears" * 0.01, "t"."bad" * 0.01, "t"."rate" from "ledger_view" as t left join "project" as "r0" on "r0"."p_id" = "t"."p_id" left join "org" as "r1" on "r1"."org_id" = "t"."org_id" left join "contract" as "r2" on "r2"."contract_id" = "t"."contract_id" left join "bill" as "r3" on "r3"."bill_id" = "t"."bill_id" where ("t"."month" ~>=~ '张杨' and "t"."month" ~<~ '张杨􏿿') and "t"."p_id" = any('{"1","2"}'::integer[]) and "t"."org_id" = any('{"1","2"}'::integer[]) and "t"."contract_id" = any('{"1","2"}'::integer[]) and "t"."bill_id" = any('{"1","2"}'::integer[]) and ((t.bill_paid < t.bill_price and t.bill_price - t.bill_paid > 0 and t.received < t.due and t.bill_date >= as_of_day()) or (t.bill_paid < t.bill_price and t.bill_price - t.bill_paid > 0 and t.received < t.due and t.bill_date < as_of_day())) and "t"."p_id" = '1'::integer order by "t"."month" desc, "t"."ledger_id" desc
-- count
select count(*) as n from "ledger_view" as t where ("t"."month" ~>=~ '张杨' and "t"."month" ~<~ '张杨􏿿') and "t"."p_id" = any('{"1","2"}'::integer[]) and "t"."org_id" = any('{"1","2"}'::integer[]) and "t"."contract_id" = any('{"1","2"}'::integer[]) and "t"."bill_id" = any('{"1","2"}'::integer[]) and ((t.bill_paid < t.bill_price and t.bill_price - t.bill_paid > 0 and t.received < t.due and t.bill_date >= as_of_day()) or (t.bill_paid < t.bill_price and t.bill_price - t.bill_paid > 0 and t.received < t.due and t.bill_date < as_of_day())) and "t"."p_id" = '1'::integer
