-- as the list opens
select "t"."name", case (case when substr("t"."card", 17, 1) ~ '[13579]' then 1 when "t"."card" is not null then 2 end) when '1' then '男' when '2' then '女' else (case when substr("t"."card", 17, 1) ~ '[13579]' then 1 when "t"."card" is not null then 2 end)::text end, "t"."card", "t"."phone",
  coalesce("r0"."name"::text, "t"."company_id"::text),
  case "t"."withhold" when '0' then '未签' when '1' then '已签' else "t"."withhold"::text end, "t"."withhold_account", "t"."withhold_name", "t"."withhold_bank", "t"."withhold_bank_no", "t"."withhold_no", "t"."withhold_on",
  (select string_agg(f.name, '、' order by array_position("t"."withhold_papers", f.img_id)) from file f where f.img_id = any("t"."withhold_papers")), "t"."fund_account",
  coalesce("r1"."name"::text, "t"."p_id"::text),
  case "t"."standing" when '1' then '在册' when '2' then '已合并' else "t"."standing"::text end,
  coalesce("r2"."name"::text, "t"."merged_into"::text),
  left(to_timestamp("t"."created_at")::timestamp::text, 16) from "lessee" as t left join "company" as "r0" on "r0"."company_id" = "t"."company_id" left join "project" as "r1" on "r1"."p_id" = "t"."p_id" left join "lessee" as "r2" on "r2"."custom_id" = "t"."merged_into" where true order by "t"."custom_id" desc
-- count
select count(*) as n from "lessee" as t where true

-- every filter at once, within a project
select "t"."name", case (case when substr("t"."card", 17, 1) ~ '[13579]' then 1 when "t"."card" is not null then 2 end) when '1' then '男' when '2' then '女' else (case when substr("t"."card", 17, 1) ~ '[13579]' then 1 when "t"."card" is not null then 2 end)::text end, "t"."card", "t"."phone",
  coalesce("r0"."name"::text, "t"."company_id"::text),
  case "t"."withhold" when '0' then '未签' when '1' then '已签' else "t"."withhold"::text end, "t"."withhold_account", "t"."withhold_name", "t"."withhold_bank", "t"."withhold_bank_no", "t"."withhold_no", "t"."withhold_on",
  (select string_agg(f.name, '、' order by array_position("t"."withhold_papers", f.img_id)) from file f where f.img_id = any("t"."withhold_papers")), "t"."fund_account",
  coalesce("r1"."name"::text, "t"."p_id"::text),
  case "t"."standing" when '1' then '在册' when '2' then '已合并' else "t"."standing"::text end,
  coalesce("r2"."name"::text, "t"."merged_into"::text),
  left(to_timestamp("t"."created_at")::timestamp::text, 16) from "lessee" as t left join "company" as "r0" on "r0"."company_id" = "t"."company_id" left join "project" as "r1" on "r1"."p_id" = "t"."p_id" left join "lessee" as "r2" on "r2"."custom_id" = "t"."merged_into" where grams("t"."name") @> '{"张杨"}'::text[] and right("t"."card", 4) = '张杨' and right("t"."phone", 4) = '张杨' and "t"."company_id" = any('{"1","2"}'::integer[]) and "t"."withhold" = any('{"1","2"}'::integer[]) and "t"."p_id" = any('{"1","2"}'::integer[]) and "t"."standing" = any('{"1","2"}'::integer[]) and "t"."merged_into" = any('{"1","2"}'::integer[]) and "t"."created_at" >= '1' and "t"."created_at" <= '2' and "t"."p_id" = '1'::integer order by "t"."custom_id" desc
-- count
select count(*) as n from "lessee" as t where grams("t"."name") @> '{"张杨"}'::text[] and right("t"."card", 4) = '张杨' and right("t"."phone", 4) = '张杨' and "t"."company_id" = any('{"1","2"}'::integer[]) and "t"."withhold" = any('{"1","2"}'::integer[]) and "t"."p_id" = any('{"1","2"}'::integer[]) and "t"."standing" = any('{"1","2"}'::integer[]) and "t"."merged_into" = any('{"1","2"}'::integer[]) and "t"."created_at" >= '1' and "t"."created_at" <= '2' and "t"."p_id" = '1'::integer
