-- as the list opens
select "t"."name", "t"."phone",
  case "t"."level" when '1' then '普通' when '2' then '高级' else "t"."level"::text end,
  coalesce("r0"."name"::text, "t"."user_id"::text),
  case "t"."status" when '1' then '启用' when '2' then '停用' else "t"."status"::text end,
  left(to_timestamp("t"."created_at")::timestamp::text, 16) from "broker" as t left join "account" as "r0" on "r0"."user_id" = "t"."user_id" where true order by "t"."id" desc
-- count
select count(*) as n from "broker" as t where true

-- every filter at once, within a project
select "t"."name", "t"."phone",
  case "t"."level" when '1' then '普通' when '2' then '高级' else "t"."level"::text end,
  coalesce("r0"."name"::text, "t"."user_id"::text),
  case "t"."status" when '1' then '启用' when '2' then '停用' else "t"."status"::text end,
  left(to_timestamp("t"."created_at")::timestamp::text, 16) from "broker" as t left join "account" as "r0" on "r0"."user_id" = "t"."user_id" where grams("t"."name") @> '{"张杨"}'::text[] and right("t"."phone", 4) = '张杨' and "t"."level" = any('{"1","2"}'::integer[]) and "t"."status" = any('{"1","2"}'::integer[]) order by "t"."id" desc
-- count
select count(*) as n from "broker" as t where grams("t"."name") @> '{"张杨"}'::text[] and right("t"."phone", 4) = '张杨' and "t"."level" = any('{"1","2"}'::integer[]) and "t"."status" = any('{"1","2"}'::integer[])
