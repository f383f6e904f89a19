-- as the list opens
select "t"."custom_name", "t"."phone", "r0"."region_name",
  coalesce("r0"."unit_floor"::text, "t"."org_id"::text),
  case "r0"."state" when '1' then '空置' when '2' then '已预约' when '3' then '待签' when '4' then '已出租' when '5' then '即将到期' when '6' then '欠租' when '7' then '退租中' when '8' then '维修' when '9' then '停用' when '10' then '超期占用' else "r0"."state"::text end,
  left(to_timestamp("t"."start_time")::timestamp::text, 16),
  left(to_timestamp("t"."end_time")::timestamp::text, 16),
  case "t"."status" when '1' then '待确认' when '2' then '已确认' when '3' then '已看房' when '4' then '爽约' when '5' then '取消' else "t"."status"::text end, "t"."note",
  coalesce("r1"."name"::text, "t"."p_id"::text),
  coalesce("r2"."name"::text, "t"."created_by"::text) from "reserve" as t left join "org" as "r0" on "r0"."org_id" = "t"."org_id" left join "project" as "r1" on "r1"."p_id" = "t"."p_id" left join "account" as "r2" on "r2"."user_id" = "t"."created_by" where true order by "t"."start_time" desc, "t"."reserve_id" desc
-- count
select count(*) as n from "reserve" as t where true

-- every filter at once, within a project
select "t"."custom_name", "t"."phone", "r0"."region_name",
  coalesce("r0"."unit_floor"::text, "t"."org_id"::text),
  case "r0"."state" when '1' then '空置' when '2' then '已预约' when '3' then '待签' when '4' then '已出租' when '5' then '即将到期' when '6' then '欠租' when '7' then '退租中' when '8' then '维修' when '9' then '停用' when '10' then '超期占用' else "r0"."state"::text end,
  left(to_timestamp("t"."start_time")::timestamp::text, 16),
  left(to_timestamp("t"."end_time")::timestamp::text, 16),
  case "t"."status" when '1' then '待确认' when '2' then '已确认' when '3' then '已看房' when '4' then '爽约' when '5' then '取消' else "t"."status"::text end, "t"."note",
  coalesce("r1"."name"::text, "t"."p_id"::text),
  coalesce("r2"."name"::text, "t"."created_by"::text) from "reserve" as t left join "org" as "r0" on "r0"."org_id" = "t"."org_id" left join "project" as "r1" on "r1"."p_id" = "t"."p_id" left join "account" as "r2" on "r2"."user_id" = "t"."created_by" where grams("t"."custom_name") @> '{"张杨"}'::text[] and right("t"."phone", 4) = '张杨' and "t"."org_id" = any('{"1","2"}'::integer[]) and "t"."start_time" >= '1' and "t"."start_time" <= '2' and "t"."status" = any('{"1","2"}'::integer[]) and "t"."p_id" = any('{"1","2"}'::integer[]) and "t"."p_id" = '1'::integer order by "t"."start_time" desc, "t"."reserve_id" desc
-- count
select count(*) as n from "reserve" as t where grams("t"."custom_name") @> '{"张杨"}'::text[] and right("t"."phone", 4) = '张杨' and "t"."org_id" = any('{"1","2"}'::integer[]) and "t"."start_time" >= '1' and "t"."start_time" <= '2' and "t"."status" = any('{"1","2"}'::integer[]) and "t"."p_id" = any('{"1","2"}'::integer[]) and "t"."p_id" = '1'::integer
