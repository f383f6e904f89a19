-- as the list opens
select "t"."label", "t"."name",
  case "t"."state" when '1' then '草稿' when '2' then '已发布' when '3' then '已下线' else "t"."state"::text end, "t"."no", "t"."fields",
  coalesce("r0"."name"::text, "t"."editor"::text),
  left(to_timestamp("t"."updated_at")::timestamp::text, 16) from "screen" as t left join "account" as "r0" on "r0"."user_id" = "t"."editor" where true order by "t"."updated_at" desc, "t"."screen_id" desc
-- count
select count(*) as n from "screen" as t where true

-- every filter at once, within a project
select "t"."label", "t"."name",
  case "t"."state" when '1' then '草稿' when '2' then '已发布' when '3' then '已下线' else "t"."state"::text end, "t"."no", "t"."fields",
  coalesce("r0"."name"::text, "t"."editor"::text),
  left(to_timestamp("t"."updated_at")::timestamp::text, 16) from "screen" as t left join "account" as "r0" on "r0"."user_id" = "t"."editor" where grams("t"."label") @> '{"张杨"}'::text[] and "t"."state" = any('{"1","2"}'::integer[]) order by "t"."updated_at" desc, "t"."screen_id" desc
-- count
select count(*) as n from "screen" as t where grams("t"."label") @> '{"张杨"}'::text[] and "t"."state" = any('{"1","2"}'::integer[])
