-- A share is in one open plan at most (docs/decisions/050-meters-late-fees-plans.md).
create unique index plan_share_open on plan_share (share_id) where is_open = 1;
create index plan_share_of_share on plan_share (share_id);
alter table plan_part add constraint plan_part_price check (price > 0);
alter table plan_share add constraint plan_share_owed check (owed > 0);

-- The parts and what was owed sum to what the plan is about, when the transaction is done.
create function plan_sums() returns trigger language plpgsql as $$
declare
  plan integer := new.plan_id;
  whole bigint := (select total from payment_plan where plan_id = plan);
begin
  if whole <> (select coalesce(sum(price), 0) from plan_part where plan_id = plan) or whole <> (select coalesce(sum(owed), 0) from plan_share where plan_id = plan) then
    raise exception '还款计划 % 的各期之和与欠款不符', plan using constraint = 'plan_sums', errcode = 'check_violation';
  end if;
  return null;
end
$$;
create constraint trigger plan_sums after insert or update of total on payment_plan deferrable initially deferred for each row execute function plan_sums();
create constraint trigger plan_part_sums after insert or update on plan_part deferrable initially deferred for each row execute function plan_sums();
create constraint trigger plan_share_sums after insert or update of owed on plan_share deferrable initially deferred for each row execute function plan_sums();
