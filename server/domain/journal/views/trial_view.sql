create or replace function trial_sums(until date) returns table (ledger_account_id integer, p_id integer, before bigint, debit bigint, credit bigint)
language plpgsql stable rows 100 as $$
#variable_conflict use_column
declare
  first date := date_trunc('month', until)::date;
begin
  return query
  select t.ledger_account_id, t.p_id,
    coalesce(sum(t.debit - t.credit) filter (where t.day < first), 0)::bigint,
    coalesce(sum(t.debit) filter (where t.day >= first), 0)::bigint,
    coalesce(sum(t.credit) filter (where t.day >= first), 0)::bigint
  from tally_posted t where t.day <= until group by t.ledger_account_id, t.p_id;
end
$$;

-- Each account of a project as of a day; what is neither debit nor credit is nothing.
create view trial_view as
select
  (s.ledger_account_id * 100000 + coalesce(s.p_id, 0))::integer as trial_id,
  a.code, s.ledger_account_id, a.kind, s.p_id,
  greatest(s.before, 0) as opening_debit, greatest(-s.before, 0) as opening_credit,
  s.debit, s.credit,
  greatest(s.before + s.debit - s.credit, 0) as closing_debit, greatest(-(s.before + s.debit - s.credit), 0) as closing_credit,
  1 as version
from trial_sums(current_date) s
join ledger_account a on a.ledger_account_id = s.ledger_account_id
