-- as the list opens
select "t"."sn", "t"."bank",
  case "t"."status" when '1' then '草稿' when '2' then '已导出' when '3' then '已回盘' else "t"."status"::text end, "t"."lines", "t"."price" * 0.01, "t"."done_lines", "t"."done_price" * 0.01, "t"."failed_lines",
  left(to_timestamp("t"."created_at")::timestamp::text, 16),
  left(to_timestamp("t"."returned_at")::timestamp::text, 16),
  coalesce("r0"."name"::text, "t"."p_id"::text),
  coalesce("r1"."name"::text, "t"."created_by"::text) from "withhold_view" as t left join "project" as "r0" on "r0"."p_id" = "t"."p_id" left join "account" as "r1" on "r1"."user_id" = "t"."created_by" where true order by "t"."created_at" desc, "t"."batch_id" desc
-- count
select count(*) as n from "withhold" as t where true

-- every filter at once, within a project
select "t"."sn", "t"."bank",
  case "t"."status" when '1' then '草稿' when '2' then '已导出' when '3' then '已回盘' else "t"."status"::text end, "t"."lines", "t"."price" * 0.01, "t"."done_lines", "t"."done_price" * 0.01, "t"."failed_lines",
  left(to_timestamp("t"."created_at")::timestamp::text, 16),
  left(to_timestamp("t"."returned_at")::timestamp::text, 16),
  coalesce("r0"."name"::text, "t"."p_id"::text),
  coalesce("r1"."name"::text, "t"."created_by"::text) from "withhold_view" as t left join "project" as "r0" on "r0"."p_id" = "t"."p_id" left join "account" as "r1" on "r1"."user_id" = "t"."created_by" where ("t"."sn" ~>=~ '张杨' and "t"."sn" ~<~ '张杨􏿿') and grams("t"."bank") @> '{"张杨"}'::text[] and "t"."status" = any('{"1","2"}'::integer[]) and "t"."created_at" >= '1' and "t"."created_at" <= '2' and "t"."p_id" = any('{"1","2"}'::integer[]) and "t"."p_id" = '1'::integer order by "t"."created_at" desc, "t"."batch_id" desc
-- count
select count(*) as n from "withhold" as t where ("t"."sn" ~>=~ '张杨' and "t"."sn" ~<~ '张杨􏿿') and grams("t"."bank") @> '{"张杨"}'::text[] and "t"."status" = any('{"1","2"}'::integer[]) and "t"."created_at" >= '1' and "t"."created_at" <= '2' and "t"."p_id" = any('{"1","2"}'::integer[]) and "t"."p_id" = '1'::integer
