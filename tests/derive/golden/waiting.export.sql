-- as the list opens
select "t"."rank", "t"."receipt", "t"."custom_name", "t"."card", case (case when substr("t"."card", 17, 1) ~ '[13579]' then 1 when "t"."card" is not null then 2 end) when '1' then '男' when '2' then '女' else (case when substr("t"."card", 17, 1) ~ '[13579]' then 1 when "t"."card" is not null then 2 end)::text end, "t"."phone",
  coalesce("r0"."name"::text, "t"."p_id"::text),
  case "t"."nature" when '1' then '区筹公租房' when '2' then '市筹公租房' when '3' then '廉租房' else "t"."nature"::text end,
  case "t"."room_type" when '1' then '一室' when '2' then '二室' when '3' then '三室' else "t"."room_type"::text end,
  case "t"."priority" when '1' then '优先保障' when '2' then '一般保障' else "t"."priority"::text end,
  left(to_timestamp("t"."qualified_at")::timestamp::text, 16),
  case "t"."status" when '1' then '排队' when '2' then '已叫号' when '3' then '已选房' when '4' then '已签约' when '5' then '作废' else "t"."status"::text end, "r1"."region_name",
  coalesce("r1"."unit_floor"::text, "t"."org_id"::text),
  left(to_timestamp("t"."held_until")::timestamp::text, 16),
  left(to_timestamp("t"."called_at")::timestamp::text, 16),
  case "t"."notice" when '1' then '待送达' when '2' then '短信已送达' when '3' then '短信没有送达' when '4' then '已当面告知' when '5' then '已电话告知' else "t"."notice"::text end,
  left(to_timestamp("t"."noticed_at")::timestamp::text, 16), "t"."declines", "t"."reason",
  case "t"."doubted" when '1' then '待核实' when '2' then '属实' else "t"."doubted"::text end,
  case "t"."objected" when '1' then '待答复' else "t"."objected"::text end, "t"."published_no",
  coalesce("r2"."title"::text, "t"."publication_id"::text),
  coalesce("r3"."title"::text, "t"."lottery_id"::text), "t"."lottery_no" from "waiting_view" as t left join "project" as "r0" on "r0"."p_id" = "t"."p_id" left join "org" as "r1" on "r1"."org_id" = "t"."org_id" left join "publication" as "r2" on "r2"."publication_id" = "t"."publication_id" left join "lottery" as "r3" on "r3"."lottery_id" = "t"."lottery_id" where true order by "t"."queue_order" asc, "t"."wait_id" asc
-- count
select count(*) as n from "waiting" as t where true

-- every filter at once, within a project
select "t"."rank", "t"."receipt", "t"."custom_name", "t"."card", case (case when substr("t"."card", 17, 1) ~ '[13579]' then 1 when "t"."card" is not null then 2 end) when '1' then '男' when '2' then '女' else (case when substr("t"."card", 17, 1) ~ '[13579]' then 1 when "t"."card" is not null then 2 end)::text end, "t"."phone",
  coalesce("r0"."name"::text, "t"."p_id"::text),
  case "t"."nature" when '1' then '区筹公租房' when '2' then '市筹公租房' when '3' then '廉租房' else "t"."nature"::text end,
  case "t"."room_type" when '1' then '一室' when '2' then '二室' when '3' then '三室' else "t"."room_type"::text end,
  case "t"."priority" when '1' then '优先保障' when '2' then '一般保障' else "t"."priority"::text end,
  left(to_timestamp("t"."qualified_at")::timestamp::text, 16),
  case "t"."status" when '1' then '排队' when '2' then '已叫号' when '3' then '已选房' when '4' then '已签约' when '5' then '作废' else "t"."status"::text end, "r1"."region_name",
  coalesce("r1"."unit_floor"::text, "t"."org_id"::text),
  left(to_timestamp("t"."held_until")::timestamp::text, 16),
  left(to_timestamp("t"."called_at")::timestamp::text, 16),
  case "t"."notice" when '1' then '待送达' when '2' then '短信已送达' when '3' then '短信没有送达' when '4' then '已当面告知' when '5' then '已电话告知' else "t"."notice"::text end,
  left(to_timestamp("t"."noticed_at")::timestamp::text, 16), "t"."declines", "t"."reason",
  case "t"."doubted" when '1' then '待核实' when '2' then '属实' else "t"."doubted"::text end,
  case "t"."objected" when '1' then '待答复' else "t"."objected"::text end, "t"."published_no",
  coalesce("r2"."title"::text, "t"."publication_id"::text),
  coalesce("r3"."title"::text, "t"."lottery_id"::text), "t"."lottery_no" from "waiting_view" as t left join "project" as "r0" on "r0"."p_id" = "t"."p_id" left join "org" as "r1" on "r1"."org_id" = "t"."org_id" left join "publication" as "r2" on "r2"."publication_id" = "t"."publication_id" left join "lottery" as "r3" on "r3"."lottery_id" = "t"."lottery_id" where ("t"."receipt" ~>=~ '张杨' and "t"."receipt" ~<~ '张杨􏿿') and grams("t"."custom_name") @> '{"张杨"}'::text[] and right("t"."card", 4) = '张杨' and "t"."p_id" = any('{"1","2"}'::integer[]) and "t"."nature" = any('{"1","2"}'::integer[]) and "t"."room_type" = any('{"1","2"}'::integer[]) and "t"."priority" = any('{"1","2"}'::integer[]) and "t"."qualified_at" >= '1' and "t"."qualified_at" <= '2' and "t"."status" = any('{"1","2"}'::integer[]) and "t"."held_until" >= '1' and "t"."held_until" <= '2' and "t"."notice" = any('{"1","2"}'::integer[]) and ((t.apply_id in (select d.apply_id from doubt d where d.status in (1, 2, 3)) and not exists (select from doubt d where d.apply_id = t.apply_id and d.status = 4)) or (t.apply_id in (select d.apply_id from doubt d where d.status in (4)))) and ((t.wait_id in (select o.wait_id from objection o where o.status = 1)) or (false)) and "t"."apply_id" = any('{"1","2"}'::integer[]) and "t"."custom_id" = any('{"1","2"}'::integer[]) and "t"."publication_id" = any('{"1","2"}'::integer[]) and "t"."lottery_id" = any('{"1","2"}'::integer[]) and "t"."lottery_no" = '1' and "t"."p_id" = '1'::integer order by "t"."queue_order" asc, "t"."wait_id" asc
-- count
select count(*) as n from "waiting" as t where ("t"."receipt" ~>=~ '张杨' and "t"."receipt" ~<~ '张杨􏿿') and grams("t"."custom_name") @> '{"张杨"}'::text[] and right("t"."card", 4) = '张杨' and "t"."p_id" = any('{"1","2"}'::integer[]) and "t"."nature" = any('{"1","2"}'::integer[]) and "t"."room_type" = any('{"1","2"}'::integer[]) and "t"."priority" = any('{"1","2"}'::integer[]) and "t"."qualified_at" >= '1' and "t"."qualified_at" <= '2' and "t"."status" = any('{"1","2"}'::integer[]) and "t"."held_until" >= '1' and "t"."held_until" <= '2' and "t"."notice" = any('{"1","2"}'::integer[]) and ((t.apply_id in (select d.apply_id from doubt d where d.status in (1, 2, 3)) and not exists (select from doubt d where d.apply_id = t.apply_id and d.status = 4)) or (t.apply_id in (select d.apply_id from doubt d where d.status in (4)))) and ((t.wait_id in (select o.wait_id from objection o where o.status = 1)) or (false)) and "t"."apply_id" = any('{"1","2"}'::integer[]) and "t"."custom_id" = any('{"1","2"}'::integer[]) and "t"."publication_id" = any('{"1","2"}'::integer[]) and "t"."lottery_id" = any('{"1","2"}'::integer[]) and "t"."lottery_no" = '1' and "t"."p_id" = '1'::integer
