-- What a room is on a day, told by its own use, its contract, its bills and who has chosen it; never typed (domain.md, Property). Codes
-- of `state` as in src/schemas/property/roomState.ts.
create function room_facts(ids integer[], day date)
returns table (org_id integer, state smallint, current_contract integer, current_tenant integer, current_end date, vacant_since date)
language sql stable as $$
  select
    s.org_id,
    s.state::smallint,
    s.contract_id,
    s.custom_id,
    s.end_date,
    case
      when s.state = 1 then coalesce(
        (select max(coalesce(p.left_on, p.end_date)) from contract p where p.org_id = s.org_id and p.status in ({{contract.hasLet}}) and p.end_date < room_facts.day), to_timestamp(s.created_at)::date)
    end
  from (
    select
      o.org_id,
      o.created_at,
      c.contract_id,
      c.custom_id,
      c.end_date,
      case
        when o.status in ({{org.off}}) then 9
        when c.status = {{contract.surrendering}} then 7
        -- Whoever stays beyond the term holds the room, and no contract says until when.
        when c.status = {{contract.overstayed}} then 10
        when c.status = {{contract.toSign}} then 3
        -- Overdue and not settled; bill_owed holds no other bills.
        when c.status = {{contract.inForce}} and exists (
          select from bill b where b.contract_id = c.contract_id and b.paid < b.price and b.is_void = 0 and b.bill_date < room_facts.day
        ) then 6
        -- Whoever has signed to go on in it does not leave it; who has signed for another room does.
        when c.status = {{contract.inForce}} and c.end_date - room_facts.day <= 30 and not exists (
          select from contract n where n.former_id = c.contract_id and n.org_id = o.org_id and n.status in ({{contract.hasLet}})
        ) then 5
        when c.status = {{contract.inForce}} then 4
        -- Who lives in a room that is being repaired still rents it; `status` says the other.
        when o.status = {{org.inRepair}} then 8
        when exists (select from waiting w where w.org_id = o.org_id and w.status in ({{waiting.holdsRoom}})) then 2
        else 1
      end as state
    from unnest(room_facts.ids) i (org_id)
    join org o on o.org_id = i.org_id
    left join lateral (
      select contract.contract_id, contract.custom_id, contract.status, contract.end_date
      from contract
      where contract.org_id = o.org_id and contract.status in ({{contract.holdsRoom}})
        -- Once the room has been handed over, what is still to be settled holds it no more.
        and (contract.left_on is null or contract.left_on >= room_facts.day)
      -- One that has run out and was not closed still holds its room; the one in force, or the next, comes before it.
      order by contract.end_date < room_facts.day, contract.start_date
      limit 1
    ) c on true
  ) s
$$
