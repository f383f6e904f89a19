-- as it opens: {"page":1,"page_rows":20}, projects null
/* planned anew */
select array(select "t"."custom_id" from "lessee" as t where true order by "t"."custom_id" desc limit $1 offset $2) as keys_,
total_ from (select count(*) as total_ from (select 1 from "lessee" as t where true limit $3) as counted) as counted
-- values: [20,0,10001]
select "t"."custom_id", "t"."name", "t"."card", "t"."phone", "t"."company_id", "t"."withhold", "t"."withhold_account", "t"."withhold_name", "t"."withhold_bank", "t"."withhold_bank_no", "t"."withhold_no", "t"."withhold_on", "t"."withhold_papers", "t"."fund_account", "t"."p_id", "t"."standing", "t"."merged_into", "t"."created_at", (case when substr("t"."card", 17, 1) ~ '[13579]' then 1 when "t"."card" is not null then 2 end) as "sex", "t"."card$sealed", (select as_of_day())::text as "read_of_", "r0"."name" as "company_id_title", "r1"."name" as "p_id_title", "r2"."name" as "merged_into_title", (select json_agg(json_build_object('file_id', f.img_id, 'name', f.name, 'mime', f.mime, 'bytes', f.bytes, 'url', '/files/attachments/lessee/' || "t"."custom_id" || '/' || f.img_id) order by array_position("t"."withhold_papers", f.img_id)) from file f where f.img_id = any("t"."withhold_papers") and f.name is not null) as "withhold_papers_files", t.version from "lessee" as t left join "company" as "r0" on "r0"."company_id" = "t"."company_id" left join "project" as "r1" on "r1"."p_id" = "t"."p_id" left join "lessee" as "r2" on "r2"."custom_id" = "t"."merged_into" where "t"."custom_id" = any((select $1::integer[])::integer[])
-- values: [[7]]

-- within projects: {"page":3,"page_rows":50}, projects [1,2]
/* planned anew */
select array(select "t"."custom_id" from "lessee" as t where "t"."p_id" = any($1::integer[]) order by "t"."custom_id" desc limit $2 offset $3) as keys_,
total_ from (select count(*) as total_ from (select 1 from "lessee" as t where "t"."p_id" = any($4::integer[]) limit $5) as counted) as counted
-- values: [[1,2],50,100,[1,2],10001]
select "t"."custom_id", "t"."name", "t"."card", "t"."phone", "t"."company_id", "t"."withhold", "t"."withhold_account", "t"."withhold_name", "t"."withhold_bank", "t"."withhold_bank_no", "t"."withhold_no", "t"."withhold_on", "t"."withhold_papers", "t"."fund_account", "t"."p_id", "t"."standing", "t"."merged_into", "t"."created_at", (case when substr("t"."card", 17, 1) ~ '[13579]' then 1 when "t"."card" is not null then 2 end) as "sex", "t"."card$sealed", (select as_of_day())::text as "read_of_", "r0"."name" as "company_id_title", "r1"."name" as "p_id_title", "r2"."name" as "merged_into_title", (select json_agg(json_build_object('file_id', f.img_id, 'name', f.name, 'mime', f.mime, 'bytes', f.bytes, 'url', '/files/attachments/lessee/' || "t"."custom_id" || '/' || f.img_id) order by array_position("t"."withhold_papers", f.img_id)) from file f where f.img_id = any("t"."withhold_papers") and f.name is not null) as "withhold_papers_files", t.version from "lessee" as t left join "company" as "r0" on "r0"."company_id" = "t"."company_id" left join "project" as "r1" on "r1"."p_id" = "t"."p_id" left join "lessee" as "r2" on "r2"."custom_id" = "t"."merged_into" where "t"."custom_id" = any((select $1::integer[])::integer[]) and "t"."p_id" = any($2::integer[])
-- values: [[7],[1,2]]

-- every filter at once: {"name":"张杨","card":"张杨","phone":"张杨","company_id":[1,2],"withhold":[1,2],"p_id":[1,2],"standing":[1,2],"merged_into":[1,2],"created_at_start":1,"created_at_end":2}, projects [1]
with recursive "wide" as (select max("t"."custom_id") >> 16 as n from "lessee" as t union all select (select max("t"."custom_id") >> 16 from "lessee" as t where "t"."custom_id" < (n << 16)) from "wide" where n is not null),
found as materialized (
select n, key_ from wide, lateral (select "t"."custom_id" as key_ from "lessee" as t where grams("t"."name") @> $1::text[] and right("t"."card", 4) = $2 and right("t"."phone", 4) = $3 and "t"."company_id" = any($4::integer[]) and "t"."withhold" = any($5::integer[]) and "t"."p_id" = any($6::integer[]) and "t"."standing" = any($7::integer[]) and "t"."merged_into" = any($8::integer[]) and "t"."created_at" >= $9 and "t"."created_at" <= $10 and "t"."p_id" = $11::integer and "t"."custom_id" >> 16 = n offset 0) as held
limit $12
),
counted as (select count(*) as total_, max(n) as begins_ from found),
"narrow" as (select (begins_ << 3) + 7 as n from counted union all select (select max("t"."custom_id") >> 13 from "lessee" as t where "t"."custom_id" < (n << 13)) from "narrow" where n is not null)
select total_, case when total_ <= $13
then array(select key_ from found order by key_ desc limit $14 offset $15)
else array(select key_ from narrow, lateral (
select key_ from (select "t"."custom_id" as key_ from "lessee" as t where grams("t"."name") @> $16::text[] and right("t"."card", 4) = $17 and right("t"."phone", 4) = $18 and "t"."company_id" = any($19::integer[]) and "t"."withhold" = any($20::integer[]) and "t"."p_id" = any($21::integer[]) and "t"."standing" = any($22::integer[]) and "t"."merged_into" = any($23::integer[]) and "t"."created_at" >= $24 and "t"."created_at" <= $25 and "t"."p_id" = $26::integer and "t"."custom_id" >> 13 = n offset 0) as held
order by key_ desc limit $27
) as page limit $28 offset $29)
end as keys_ from counted
-- values: [["张杨"],"张杨","张杨",[1,2],[1,2],[1,2],[1,2],[1,2],1,2,1,2001,2000,20,0,["张杨"],"张杨","张杨",[1,2],[1,2],[1,2],[1,2],[1,2],1,2,1,20,20,0]
select "t"."custom_id", "t"."name", "t"."card", "t"."phone", "t"."company_id", "t"."withhold", "t"."withhold_account", "t"."withhold_name", "t"."withhold_bank", "t"."withhold_bank_no", "t"."withhold_no", "t"."withhold_on", "t"."withhold_papers", "t"."fund_account", "t"."p_id", "t"."standing", "t"."merged_into", "t"."created_at", (case when substr("t"."card", 17, 1) ~ '[13579]' then 1 when "t"."card" is not null then 2 end) as "sex", "t"."card$sealed", (select as_of_day())::text as "read_of_", "r0"."name" as "company_id_title", "r1"."name" as "p_id_title", "r2"."name" as "merged_into_title", (select json_agg(json_build_object('file_id', f.img_id, 'name', f.name, 'mime', f.mime, 'bytes', f.bytes, 'url', '/files/attachments/lessee/' || "t"."custom_id" || '/' || f.img_id) order by array_position("t"."withhold_papers", f.img_id)) from file f where f.img_id = any("t"."withhold_papers") and f.name is not null) as "withhold_papers_files", t.version from "lessee" as t left join "company" as "r0" on "r0"."company_id" = "t"."company_id" left join "project" as "r1" on "r1"."p_id" = "t"."p_id" left join "lessee" as "r2" on "r2"."custom_id" = "t"."merged_into" where "t"."custom_id" = any((select $1::integer[])::integer[]) and "t"."p_id" = $2::integer
-- values: [[7],1]
