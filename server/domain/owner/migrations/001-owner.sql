-- Owners are found by the beginning of their name (server/domain/owner/calls.ts).
create index owner_name_begins on owner (name text_pattern_ops);
-- A person has an identity card, a company a social credit code: what is required by the kind (src/resources/owner/owner.ts).
alter table owner add constraint owner_identity check ((kind = 1 and card is not null) or (kind = 2 and code is not null and contact is not null));

alter table owner_house add constraint owner_house_share check (share > 0 and share <= 100 and share = round(share, 2));
alter table owner_house add constraint owner_house_dates check (to_date >= from_date);
-- An owner has a room once on a day: two entries would be two shares.
alter table owner_house add constraint owner_house_apart
  exclude using gist (owner_id with =, org_id with =, daterange(from_date, to_date, '[]') with &&);

alter table entrust_agreement add constraint entrust_agreement_dates check (end_date >= start_date);
alter table entrust_agreement add constraint entrust_agreement_ended check (ended_date <= end_date);
alter table entrust_agreement add constraint entrust_agreement_settle_day check (settle_day between 1 and 28);
-- What is paid for what: a fee by one of its two ways, or a rent.
alter table entrust_agreement add constraint entrust_agreement_terms check (
  (book = 1 and rent is null and ((fee_way = 1 and fee_percent > 0 and fee_percent <= 100 and fee_monthly is null) or (fee_way = 2 and fee_monthly > 0 and fee_percent is null)))
  or (book = 2 and rent > 0 and fee_way is null and fee_percent is null and fee_monthly is null)
);

-- The shares of a room come to 100 percent at most on every day. Their sum rises on days from which one begins, so that these alone are
-- asked. Who changes the shares of a room holds the room meanwhile: of two at once the second counts what the first wrote. It is refused
-- at once, and not at the end of the transaction, so that the trial of an import, which is rolled back, finds it too.
create function owner_house_whole() returns trigger language plpgsql as $$
begin
  perform from org where org_id = new.org_id for no key update;
  if exists (
    select from owner_house d
    where d.org_id = new.org_id and daterange(new.from_date, new.to_date, '[]') @> greatest(d.from_date, new.from_date)
      and (
        select sum(s.share) from owner_house s
        where s.org_id = new.org_id and daterange(s.from_date, s.to_date, '[]') @> greatest(d.from_date, new.from_date)
      ) > 100
  ) then
    raise exception 'the shares of room % come to more than 100', new.org_id using constraint = 'owner_house_whole';
  end if;
  return null;
end
$$;
create trigger owner_house_whole after insert or update of org_id, share, from_date, to_date on owner_house
  for each row execute function owner_house_whole();
