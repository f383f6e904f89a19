-- 坏账准备 by age (docs/decisions/053-year.md).

-- Which bucket of 账龄 days overdue are in (src/schemas/bill/ages.ts).
create function age_of(days integer) returns smallint language sql immutable parallel safe as $$
  select (case when days <= 30 then 1 when days <= 60 then 2 when days <= 90 then 3 when days <= 180 then 4 when days <= 365 then 5 else 6 end)::smallint
$$;

-- Whether 结账设置 as it is now has anything allowed for by age.
create function allows_by_age() returns boolean language sql stable as $$
  select coalesce((
    select (select sum((s.content ->> ('age_' || n))::integer) > 0 from generate_series(1, 6) n) from setting_version s
    where s.setting = 'closingSetting' and coalesce(s.from_date, to_timestamp(s.created_at)::date) <= current_date
    order by coalesce(s.from_date, to_timestamp(s.created_at)::date) desc, s.version desc limit 1
  ), false)
$$;

-- What is written off while there is an allowance uses it (postings.md); 4 and 5 are written off and recovered.
create function bill_adjust_uses_allowance() returns trigger language plpgsql as $$
begin
  new.by_allowance := case when allows_by_age() then 1 else 0 end;
  return new;
end
$$;
create trigger bill_adjust_uses_allowance before insert on bill_adjust for each row when (new.kind in (4, 5)) execute function bill_adjust_uses_allowance();

create trigger allowance_append_only before update or delete on allowance for each row execute function flow_is_append_only();
create trigger allowance_no_truncate before truncate on allowance for each statement execute function flow_is_append_only();
create trigger allowance_share_append_only before update or delete on allowance_share for each row execute function flow_is_append_only();
create trigger allowance_share_no_truncate before truncate on allowance_share for each statement execute function flow_is_append_only();
alter table allowance add constraint allowance_sums check (price = required - balance and owed = age_1 + age_2 + age_3 + age_4 + age_5 + age_6);
alter table allowance_share add constraint allowance_share_rate check (rate between 0 and 100);
