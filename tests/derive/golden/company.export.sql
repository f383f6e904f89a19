-- as the list opens
select "t"."name", "t"."code", "t"."contact", "t"."phone", "t"."address", "t"."note",
  left(to_timestamp("t"."created_at")::timestamp::text, 16) from "company" as t  where true order by "t"."company_id" desc
-- count
select count(*) as n from "company" as t where true

-- every filter at once, within a project
select "t"."name", "t"."code", "t"."contact", "t"."phone", "t"."address", "t"."note",
  left(to_timestamp("t"."created_at")::timestamp::text, 16) from "company" as t  where grams("t"."name") @> '{"张杨"}'::text[] and ("t"."code" ~>=~ '张杨' and "t"."code" ~<~ '张杨􏿿') order by "t"."company_id" desc
-- count
select count(*) as n from "company" as t where grams("t"."name") @> '{"张杨"}'::text[] and ("t"."code" ~>=~ '张杨' and "t"."code" ~<~ '张杨􏿿')
