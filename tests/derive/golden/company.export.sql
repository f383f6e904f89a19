-- as the list opens
select "t"."name", "t"."code", "t"."contact", "t"."phone", "t"."address", "t"."note",
  case "t"."standing" when '1' then '在册' when '2' then '已合并' else "t"."standing"::text end,
  coalesce("r0"."name"::text, "t"."merged_into"::text),
  left(to_timestamp("t"."created_at")::timestamp::text, 16) from "company" as t left join "company" as "r0" on "r0"."company_id" = "t"."merged_into" where true order by "t"."company_id" desc
-- count
select count(*) as n from "company" as t where true

-- every filter at once, within a project
select "t"."name", "t"."code", "t"."contact", "t"."phone", "t"."address", "t"."note",
  case "t"."standing" when '1' then '在册' when '2' then '已合并' else "t"."standing"::text end,
  coalesce("r0"."name"::text, "t"."merged_into"::text),
  left(to_timestamp("t"."created_at")::timestamp::text, 16) from "company" as t left join "company" as "r0" on "r0"."company_id" = "t"."merged_into" where grams("t"."name") @> '{"张杨"}'::text[] and ("t"."code" ~>=~ '张杨' and "t"."code" ~<~ '张杨􏿿') and "t"."standing" = any('{"1","2"}'::integer[]) and "t"."merged_into" = any('{"1","2"}'::integer[]) order by "t"."company_id" desc
-- count
select count(*) as n from "company" as t where grams("t"."name") @> '{"张杨"}'::text[] and ("t"."code" ~>=~ '张杨' and "t"."code" ~<~ '张杨􏿿') and "t"."standing" = any('{"1","2"}'::integer[]) and "t"."merged_into" = any('{"1","2"}'::integer[])
