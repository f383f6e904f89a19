-- as it opens: {"page":1,"page_rows":20}, projects null
/* planned anew */
select array(select "t"."custom_id" from "lessee" as t where true order by "t"."custom_id" desc limit $1 offset $2) as keys_,
(select count(*) from (select 1 from "lessee" as t where true limit $3) as counted) as total_
-- values: [20,0,10001]
select "t"."custom_id", "t"."name", "t"."card", "t"."phone", "t"."company_id", "t"."withhold", "t"."p_id", "t"."created_at", (case when substr("t"."card", 17, 1) ~ '[13579]' then 1 when "t"."card" is not null then 2 end) as "sex", "t"."card$sealed", "r0"."name" as "company_id_title", "r1"."name" as "p_id_title", t.version from "lessee" as t left join "company" as "r0" on "r0"."company_id" = "t"."company_id" left join "project" as "r1" on "r1"."p_id" = "t"."p_id" where "t"."custom_id" = any($1::integer[])
-- values: [[7]]

-- within projects: {"page":3,"page_rows":50}, projects [1,2]
/* planned anew */
select array(select "t"."custom_id" from "lessee" as t where "t"."p_id" = any($1::integer[]) order by "t"."custom_id" desc limit $2 offset $3) as keys_,
(select count(*) from (select 1 from "lessee" as t where "t"."p_id" = any($4::integer[]) limit $5) as counted) as total_
-- values: [[1,2],50,100,[1,2],10001]
select "t"."custom_id", "t"."name", "t"."card", "t"."phone", "t"."company_id", "t"."withhold", "t"."p_id", "t"."created_at", (case when substr("t"."card", 17, 1) ~ '[13579]' then 1 when "t"."card" is not null then 2 end) as "sex", "t"."card$sealed", "r0"."name" as "company_id_title", "r1"."name" as "p_id_title", t.version from "lessee" as t left join "company" as "r0" on "r0"."company_id" = "t"."company_id" left join "project" as "r1" on "r1"."p_id" = "t"."p_id" where "t"."custom_id" = any($1::integer[]) and "t"."p_id" = any($2::integer[])
-- values: [[7],[1,2]]

-- every filter at once: {"name":"张杨","card":"张杨","phone":"张杨","company_id":[1,2],"withhold":[1,2],"p_id":[1,2],"created_at_start":1,"created_at_end":2}, projects [1]
/* planned anew */
with found as materialized (select "t"."custom_id" as key_, "t"."custom_id" as by_ from "lessee" as t where grams("t"."name") @> $1::text[] and right("t"."card", 4) = $2 and right("t"."phone", 4) = $3 and "t"."company_id" = any($4::integer[]) and "t"."withhold" = any($5::integer[]) and "t"."p_id" = any($6::integer[]) and "t"."created_at" >= $7 and "t"."created_at" <= $8 and "t"."p_id" = any($9::integer[]) limit $10),
counted as (select count(*) as total_ from found)
select total_, case when total_ <= $11
then array(select key_ from found order by by_ desc, key_ desc limit $12 offset $13)
when cardinality(walked_) = $14 then walked_
else array(select key_ from (select "t"."custom_id" as key_, "t"."custom_id" as by_ from "lessee" as t where grams("t"."name") @> $15::text[] and right("t"."card", 4) = $16 and right("t"."phone", 4) = $17 and "t"."company_id" = any($18::integer[]) and "t"."withhold" = any($19::integer[]) and "t"."p_id" = any($20::integer[]) and "t"."created_at" >= $21 and "t"."created_at" <= $22 and "t"."p_id" = any($23::integer[]) offset 0) as every order by by_ desc, key_ desc limit $24 offset $25)
end as keys_
from counted, lateral (select case when total_ > $26 then array(
select "t"."custom_id" from (select t.* from "lessee" as t order by "t"."custom_id" desc limit $27) as t
where position($28 in "t"."name") > 0 and right("t"."card", 4) = $29 and right("t"."phone", 4) = $30 and "t"."company_id" = any($31::integer[]) and "t"."withhold" = any($32::integer[]) and "t"."p_id" = any($33::integer[]) and "t"."created_at" >= $34 and "t"."created_at" <= $35 and "t"."p_id" = any($36::integer[]) order by "t"."custom_id" desc limit $37 offset $38) end as walked_ offset 0) as walk
-- values: [["张杨"],"张杨","张杨",[1,2],[1,2],[1,2],1,2,[1],2001,2000,20,0,20,["张杨"],"张杨","张杨",[1,2],[1,2],[1,2],1,2,[1],20,0,2000,20000,"张杨","张杨","张杨",[1,2],[1,2],[1,2],1,2,[1],20,0]
select "t"."custom_id", "t"."name", "t"."card", "t"."phone", "t"."company_id", "t"."withhold", "t"."p_id", "t"."created_at", (case when substr("t"."card", 17, 1) ~ '[13579]' then 1 when "t"."card" is not null then 2 end) as "sex", "t"."card$sealed", "r0"."name" as "company_id_title", "r1"."name" as "p_id_title", t.version from "lessee" as t left join "company" as "r0" on "r0"."company_id" = "t"."company_id" left join "project" as "r1" on "r1"."p_id" = "t"."p_id" where "t"."custom_id" = any($1::integer[]) and "t"."p_id" = any($2::integer[])
-- values: [[7],[1]]
