-- as the list opens
select "t"."sn",
  case "t"."kind" when '1' then '银行代扣' when '2' then '公积金' else "t"."kind"::text end, "t"."bank",
  case "t"."status" when '1' then '草稿' when '2' then '已导出' when '3' then '已回盘' when '4' then '已到账' when '5' then '已作废' when '6' then '没有扣成' else "t"."status"::text end, "t"."lines", "t"."price" * 0.01, "t"."done_lines", "t"."done_price" * 0.01, "t"."failed_lines", "t"."bounced_lines", "t"."doubts", "t"."in_transit" * 0.01,
  coalesce("r0"."name"::text, "t"."own_account_id"::text),
  case "t"."layout" when '1' then '竖线分隔' when '2' then '商户号表头' when '3' then '定长' when '4' then '公积金名单' else "t"."layout"::text end, "t"."merchant", "t"."exported_on",
  left(to_timestamp("t"."returned_at")::timestamp::text, 16),
  coalesce("r1"."sn"::text, "t"."retry_of"::text),
  left(to_timestamp("t"."created_at")::timestamp::text, 16),
  coalesce("r2"."name"::text, "t"."p_id"::text, '全部'::text),
  coalesce("r3"."name"::text, "t"."created_by"::text) from "withhold_view" as t left join "own_account" as "r0" on "r0"."own_account_id" = "t"."own_account_id" left join "withhold" as "r1" on "r1"."batch_id" = "t"."retry_of" left join "project" as "r2" on "r2"."p_id" = "t"."p_id" left join "account" as "r3" on "r3"."user_id" = "t"."created_by" where true order by "t"."created_at" desc, "t"."batch_id" desc
-- count
select count(*) as n from "withhold" as t where true

-- every filter at once, within a project
select "t"."sn",
  case "t"."kind" when '1' then '银行代扣' when '2' then '公积金' else "t"."kind"::text end, "t"."bank",
  case "t"."status" when '1' then '草稿' when '2' then '已导出' when '3' then '已回盘' when '4' then '已到账' when '5' then '已作废' when '6' then '没有扣成' else "t"."status"::text end, "t"."lines", "t"."price" * 0.01, "t"."done_lines", "t"."done_price" * 0.01, "t"."failed_lines", "t"."bounced_lines", "t"."doubts", "t"."in_transit" * 0.01,
  coalesce("r0"."name"::text, "t"."own_account_id"::text),
  case "t"."layout" when '1' then '竖线分隔' when '2' then '商户号表头' when '3' then '定长' when '4' then '公积金名单' else "t"."layout"::text end, "t"."merchant", "t"."exported_on",
  left(to_timestamp("t"."returned_at")::timestamp::text, 16),
  coalesce("r1"."sn"::text, "t"."retry_of"::text),
  left(to_timestamp("t"."created_at")::timestamp::text, 16),
  coalesce("r2"."name"::text, "t"."p_id"::text, '全部'::text),
  coalesce("r3"."name"::text, "t"."created_by"::text) from "withhold_view" as t left join "own_account" as "r0" on "r0"."own_account_id" = "t"."own_account_id" left join "withhold" as "r1" on "r1"."batch_id" = "t"."retry_of" left join "project" as "r2" on "r2"."p_id" = "t"."p_id" left join "account" as "r3" on "r3"."user_id" = "t"."created_by" where ("t"."sn" ~>=~ '张杨' and "t"."sn" ~<~ '张杨􏿿') and "t"."kind" = any('{"1","2"}'::integer[]) and grams("t"."bank") @> '{"张杨"}'::text[] and "t"."status" = any('{"1","2"}'::integer[]) and "t"."own_account_id" = any('{"1","2"}'::integer[]) and "t"."exported_on" >= '2026-01-01' and "t"."exported_on" <= '2026-12-31' and "t"."retry_of" = any('{"1","2"}'::integer[]) and "t"."created_at" >= '1' and "t"."created_at" <= '2' and "t"."p_id" = any('{"1","2"}'::integer[]) and "t"."p_id" = '1'::integer order by "t"."created_at" desc, "t"."batch_id" desc
-- count
select count(*) as n from "withhold" as t where ("t"."sn" ~>=~ '张杨' and "t"."sn" ~<~ '张杨􏿿') and "t"."kind" = any('{"1","2"}'::integer[]) and grams("t"."bank") @> '{"张杨"}'::text[] and "t"."status" = any('{"1","2"}'::integer[]) and "t"."own_account_id" = any('{"1","2"}'::integer[]) and "t"."exported_on" >= '2026-01-01' and "t"."exported_on" <= '2026-12-31' and "t"."retry_of" = any('{"1","2"}'::integer[]) and "t"."created_at" >= '1' and "t"."created_at" <= '2' and "t"."p_id" = any('{"1","2"}'::integer[]) and "t"."p_id" = '1'::integer
