-- as the list opens
select "t"."mes",
  left(to_timestamp("t"."at")::timestamp::text, 16), "t"."type", "t"."code", "t"."url",
  coalesce("r0"."name"::text, "t"."user_id"::text), "t"."address" from "error_log" as t left join "account" as "r0" on "r0"."user_id" = "t"."user_id" where true order by "t"."error_id" desc
-- count
select count(*) as n from "error_log" as t where true

-- every filter at once, within a project
select "t"."mes",
  left(to_timestamp("t"."at")::timestamp::text, 16), "t"."type", "t"."code", "t"."url",
  coalesce("r0"."name"::text, "t"."user_id"::text), "t"."address" from "error_log" as t left join "account" as "r0" on "r0"."user_id" = "t"."user_id" where "t"."at" >= '1' and "t"."at" <= '2' and ("t"."type" ~>=~ '张杨' and "t"."type" ~<~ '张杨􏿿') and ("t"."code" ~>=~ '张杨' and "t"."code" ~<~ '张杨􏿿') and ("t"."url" ~>=~ '张杨' and "t"."url" ~<~ '张杨􏿿') order by "t"."error_id" desc
-- count
select count(*) as n from "error_log" as t where "t"."at" >= '1' and "t"."at" <= '2' and ("t"."type" ~>=~ '张杨' and "t"."type" ~<~ '张杨􏿿') and ("t"."code" ~>=~ '张杨' and "t"."code" ~<~ '张杨􏿿') and ("t"."url" ~>=~ '张杨' and "t"."url" ~<~ '张杨􏿿')
