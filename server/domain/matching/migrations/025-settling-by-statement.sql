-- What settles is done by the statement, all its allocations together: one by one, each changed its entry, its share and its bill alone, and
-- had everything that hangs on those anew. A statement is taken by what it comes to: what it gives and takes back again within itself is nothing.
drop trigger allocation_settles on allocation;

-- Deposits that are used: no more than was set aside for it.
create function deposits_cover(asked integer[]) returns void language plpgsql as $$
begin
  perform from deposit_entry where entry_id = any(asked) order by entry_id for no key update;
  if exists (
    select from deposit_entry e
    where e.entry_id = any(asked) and (e.kind <> 4 or (select sum(a.price) from allocation a where a.entry_id = e.entry_id) > -e.price)
  ) then
    raise exception '抵扣金额超过押金' using constraint = 'allocation_within_deposit', errcode = 'check_violation';
  end if;
end
$$;

-- Entries that are used by so much each, or get so much back: `gives` and `takes` say which of them do so in some row.
create function flows_are_used(asked integer[], used bigint[], gives boolean[], takes boolean[]) returns void language plpgsql as $$
declare
  wrong text;
  standing integer[];
  amounts bigint[];
begin
  -- No stronger, for whoever allocates holds the entry's key already: two of them would wait for each other. What they are is asked when they are held.
  perform from flow where flow_id = any(asked) order by flow_id for no key update;
  select (array_agg(e.wrong order by flow_id) filter (where e.wrong is not null))[1],
    array_agg(flow_id) filter (where not is_reversed and price <> 0), array_agg(price) filter (where not is_reversed and price <> 0)
  into wrong, standing, amounts
  from (
    select g.flow_id, g.price, r.is_reversed,
      case
        when f.reverses is not null then 'allocation_of_entry'
        when g.is_giving and f.type <> 1 then 'allocation_of_receipt'
        when g.is_giving and r.is_reversed then 'allocation_of_standing'
        when g.price > f.unused then 'allocation_within_flow'
      end as wrong
    from unnest(asked, used, gives) g (flow_id, price, is_giving)
    join flow f on f.flow_id = g.flow_id
    cross join lateral (select (select o.flow_id from flow o where o.reverses = g.flow_id) is not null as is_reversed) r
  ) e;
  if wrong is null and exists (
    -- Before, no entry had given a share less than nothing: where one has now, it is by these rows.
    select from allocation a where a.flow_id = any(array(select flow_id from unnest(asked, takes) t (flow_id, is_taking) where is_taking))
    group by a.flow_id, a.share_id having sum(a.price) < 0
  ) then
    wrong := 'allocation_taken_back';
  end if;
  if wrong is not null then
    raise exception using constraint = wrong, errcode = 'check_violation', message = case wrong
      when 'allocation_of_entry' then '红字流水不能核销账单'
      when 'allocation_of_receipt' then '支出流水不能核销账单'
      when 'allocation_of_standing' then '该流水已红冲，不能核销账单'
      when 'allocation_within_flow' then '核销金额超过流水余额'
      else '撤销的金额超过已核销金额'
    end;
  end if;
  update flow f set unused = f.unused - g.price from unnest(standing, amounts) g (flow_id, price) where f.flow_id = g.flow_id;
end
$$;

-- Rows are asked for by lists of keys, and not joined with what came: the plan is kept, and one made for ten thousand would read whole tables for the next one.
-- Made anew for each list, plans take longer than what they do for one bill.
create or replace function allocation_settles() returns trigger language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  deposits integer[] := array(select distinct entry_id from came where entry_id is not null);
  flows integer[];
  used bigint[];
  gives boolean[];
  takes boolean[];
  settled integer[];
  amounts bigint[];
  bills integer[];
  contracts integer[];
begin
  if deposits <> '{}' then
    perform deposits_cover(deposits);
  end if;
  select array_agg(flow_id), array_agg(price), array_agg(is_giving), array_agg(is_taking) into flows, used, gives, takes
  from (
    select flow_id, sum(price)::bigint as price, bool_or(price > 0) as is_giving, bool_or(price < 0) as is_taking
    from came where flow_id is not null group by flow_id
  ) c;
  if flows is not null then
    perform flows_are_used(flows, used, gives, takes);
  end if;
  select array_agg(share_id), array_agg(price) into settled, amounts from (select share_id, sum(price)::bigint as price from came group by share_id) c;
  if settled is null then
    return null;
  end if;
  bills := array(select distinct bill_id from bill_share where share_id = any(settled));
  with held as (select "from", contract_id from bill where bill_id = any(bills) order by bill_id for no key update)
  select array_agg(contract_id) filter (where "from" = 3) into contracts from held where contract_id is not null;
  -- Whose bills are held are held themselves.
  update bill_share s set paid = s.paid + g.price from unnest(settled, amounts) g (share_id, price) where s.share_id = g.share_id and g.price <> 0;
  update bill b set paid = b.paid + g.price
  from (
    select s.bill_id, sum(g.price)::bigint as price from unnest(settled, amounts) g (share_id, price) join bill_share s on s.share_id = g.share_id
    group by s.bill_id
  ) g
  where b.bill_id = g.bill_id and g.price <> 0;
  -- A contract's deposit that was paid is held from then on; taken back, it is not.
  if contracts is not null then
    perform from contract where contract_id = any(contracts) order by contract_id for no key update;
    insert into deposit_entry (kind, contract_id, custom_id, company_id, price, day, flow_id, bill_id, p_id, created_by)
    select 1, b.contract_id, case when s.party = 1 then b.custom_id end, case when s.party > 1 then s.company_id end, c.price, current_date, c.flow_id,
      b.bill_id, b.p_id, c.created_by
    from came c
    cross join lateral (select * from bill_share where share_id = c.share_id offset 0) s
    cross join lateral (select * from bill where bill_id = s.bill_id offset 0) b
    where b."from" = 3 and b.contract_id is not null order by c.allocation_id;
  end if;
  return null;
end
$$;
create trigger allocation_settles after insert on allocation referencing new table as came for each statement execute function allocation_settles();

-- As it was, told by comparing the rows themselves: read as JSON it took as long as the rest of what changes an entry.
create or replace function flow_keeps_money() returns trigger language plpgsql as $$
declare
  is_ours boolean := pg_trigger_depth() > 1;
  kept flow := old;
begin
  kept.version := new.version;
  kept.updated_at := new.updated_at;
  if is_ours then
    kept.unused := new.unused;
  else
    kept.custom_id := new.custom_id;
    kept.company_id := new.company_id;
  end if;
  if kept is not distinct from new and (is_ours or (new.custom_id, new.company_id) is distinct from (old.custom_id, old.company_id)) then
    return new;
  end if;
  raise exception '流水只能追加，错误请红冲' using constraint = 'flow_append_only';
end
$$;
