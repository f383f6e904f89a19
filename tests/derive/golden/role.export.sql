-- as the list opens
select "t"."name", case when cardinality("t"."permission") > 0 then cardinality("t"."permission") || ' 项' end, case when cardinality("t"."access") > 0 then cardinality("t"."access") || ' 项' end, case when cardinality("t"."sidebar") > 0 then cardinality("t"."sidebar") || ' 项' end from "role" as t  where true order by "t"."role_id" asc
-- count
select count(*) as n from "role" as t where true

-- every filter at once, within a project
select "t"."name", case when cardinality("t"."permission") > 0 then cardinality("t"."permission") || ' 项' end, case when cardinality("t"."access") > 0 then cardinality("t"."access") || ' 项' end, case when cardinality("t"."sidebar") > 0 then cardinality("t"."sidebar") || ' 项' end from "role" as t  where grams("t"."name") @> '{"张杨"}'::text[] order by "t"."role_id" asc
-- count
select count(*) as n from "role" as t where grams("t"."name") @> '{"张杨"}'::text[]
