-- as the list opens
select "t"."name",
  case "t"."nature" when '1' then '区筹公租房' when '2' then '市筹公租房' when '3' then '廉租房' else "t"."nature"::text end,
  case "t"."need" when '1' then '必交' when '2' then '可选' else "t"."need"::text end, "t"."valid_months", "t"."note",
  case "t"."retired" when '0' then '在用' when '1' then '停用' else "t"."retired"::text end from "material_rule" as t  where true order by "t"."rule_id" asc
-- count
select count(*) as n from "material_rule" as t where true

-- every filter at once, within a project
select "t"."name",
  case "t"."nature" when '1' then '区筹公租房' when '2' then '市筹公租房' when '3' then '廉租房' else "t"."nature"::text end,
  case "t"."need" when '1' then '必交' when '2' then '可选' else "t"."need"::text end, "t"."valid_months", "t"."note",
  case "t"."retired" when '0' then '在用' when '1' then '停用' else "t"."retired"::text end from "material_rule" as t  where grams("t"."name") @> '{"张杨"}'::text[] and "t"."nature" = any('{"1","2"}'::integer[]) and "t"."need" = any('{"1","2"}'::integer[]) and "t"."retired" = any('{"1","2"}'::integer[]) order by "t"."rule_id" asc
-- count
select count(*) as n from "material_rule" as t where grams("t"."name") @> '{"张杨"}'::text[] and "t"."nature" = any('{"1","2"}'::integer[]) and "t"."need" = any('{"1","2"}'::integer[]) and "t"."retired" = any('{"1","2"}'::integer[])
