-- as the list opens
select "t"."unit_floor", "t"."region_name",
  case "t"."state" when '1' then '空置' when '2' then '已预约' when '3' then '待签' when '4' then '已出租' when '5' then '即将到期' when '6' then '欠租' when '7' then '退租中' when '8' then '维修' when '9' then '停用' when '10' then '超期占用' else "t"."state"::text end,
  coalesce("r0"."name"::text, "t"."p_id"::text),
  case "t"."nature" when '1' then '区筹公租房' when '2' then '市筹公租房' when '3' then '廉租房' else "t"."nature"::text end,
  case "t"."show_type" when '1' then '整栋' when '2' then '整套' when '3' then '单间' else "t"."show_type"::text end,
  coalesce("r1"."name"::text, "t"."kind_id"::text), "t"."shi", "t"."ting", "t"."wei",
  trim_scale("t"."area"),
  case "t"."toward" when '1' then '东' when '2' then '西' when '3' then '南' when '4' then '北' else "t"."toward"::text end, "t"."floor", "t"."number", "t"."address", "t"."standard_rent" * 0.01, "t"."deed_no", "t"."market_rent" * 0.01,
  (select string_agg("x"."name"::text, '、' order by array_position("t"."tag", "x"."id")) from "tags" x where "x"."id" = any("t"."tag")), case when cardinality("t"."imgs") > 0 then cardinality("t"."imgs") || ' 张' end, "t"."sn", "t"."note",
  coalesce("r2"."unit_floor"::text, "t"."part_of"::text),
  trim_scale("r3"."longitude"),
  trim_scale("r3"."latitude"), "t"."building" from "org" as t left join "project" as "r0" on "r0"."p_id" = "t"."p_id" left join "kind" as "r1" on "r1"."id" = "t"."kind_id" left join "org" as "r2" on "r2"."org_id" = "t"."part_of" left join "unit" as "r3" on "r3"."unit_id" = "t"."unit_id" where true order by "t"."org_id" desc
-- count
select count(*) as n from "org" as t where true

-- every filter at once, within a project
select "t"."unit_floor", "t"."region_name",
  case "t"."state" when '1' then '空置' when '2' then '已预约' when '3' then '待签' when '4' then '已出租' when '5' then '即将到期' when '6' then '欠租' when '7' then '退租中' when '8' then '维修' when '9' then '停用' when '10' then '超期占用' else "t"."state"::text end,
  coalesce("r0"."name"::text, "t"."p_id"::text),
  case "t"."nature" when '1' then '区筹公租房' when '2' then '市筹公租房' when '3' then '廉租房' else "t"."nature"::text end,
  case "t"."show_type" when '1' then '整栋' when '2' then '整套' when '3' then '单间' else "t"."show_type"::text end,
  coalesce("r1"."name"::text, "t"."kind_id"::text), "t"."shi", "t"."ting", "t"."wei",
  trim_scale("t"."area"),
  case "t"."toward" when '1' then '东' when '2' then '西' when '3' then '南' when '4' then '北' else "t"."toward"::text end, "t"."floor", "t"."number", "t"."address", "t"."standard_rent" * 0.01, "t"."deed_no", "t"."market_rent" * 0.01,
  (select string_agg("x"."name"::text, '、' order by array_position("t"."tag", "x"."id")) from "tags" x where "x"."id" = any("t"."tag")), case when cardinality("t"."imgs") > 0 then cardinality("t"."imgs") || ' 张' end, "t"."sn", "t"."note",
  coalesce("r2"."unit_floor"::text, "t"."part_of"::text),
  trim_scale("r3"."longitude"),
  trim_scale("r3"."latitude"), "t"."building" from "org" as t left join "project" as "r0" on "r0"."p_id" = "t"."p_id" left join "kind" as "r1" on "r1"."id" = "t"."kind_id" left join "org" as "r2" on "r2"."org_id" = "t"."part_of" left join "unit" as "r3" on "r3"."unit_id" = "t"."unit_id" where grams("t"."unit_floor") @> '{"张杨"}'::text[] and grams("t"."region_name") @> '{"张杨"}'::text[] and "t"."state" = any('{"1","2"}'::integer[]) and "t"."p_id" = any('{"1","2"}'::integer[]) and "t"."nature" = any('{"1","2"}'::integer[]) and "t"."show_type" = any('{"1","2"}'::integer[]) and "t"."kind_id" = any('{"1","2"}'::integer[]) and "t"."shi" = '1' and "t"."area" >= '1' and "t"."area" <= '2' and "t"."standard_rent" >= '1' and "t"."standard_rent" <= '2' and "t"."tag" @> '{"1","2"}'::integer[] and ("t"."sn" ~>=~ '张杨' and "t"."sn" ~<~ '张杨􏿿') and "t"."part_of" = any('{"1","2"}'::integer[]) and "t"."unit_id" = any('{"1","2"}'::integer[]) and "t"."p_id" = '1'::integer order by "t"."org_id" desc
-- count
select count(*) as n from "org" as t where grams("t"."unit_floor") @> '{"张杨"}'::text[] and grams("t"."region_name") @> '{"张杨"}'::text[] and "t"."state" = any('{"1","2"}'::integer[]) and "t"."p_id" = any('{"1","2"}'::integer[]) and "t"."nature" = any('{"1","2"}'::integer[]) and "t"."show_type" = any('{"1","2"}'::integer[]) and "t"."kind_id" = any('{"1","2"}'::integer[]) and "t"."shi" = '1' and "t"."area" >= '1' and "t"."area" <= '2' and "t"."standard_rent" >= '1' and "t"."standard_rent" <= '2' and "t"."tag" @> '{"1","2"}'::integer[] and ("t"."sn" ~>=~ '张杨' and "t"."sn" ~<~ '张杨􏿿') and "t"."part_of" = any('{"1","2"}'::integer[]) and "t"."unit_id" = any('{"1","2"}'::integer[]) and "t"."p_id" = '1'::integer
