-- VAT of bills (docs/decisions/052-vat.md): at which rate a bill is taxed is kept on it when it is made, and what of it is VAT follows from what it comes to.

-- The VAT in an amount that has it in, to the nearest fen: as invoices have it (server/domain/invoice/rules/tax.ts).
create function vat_in(price bigint, rate numeric) returns bigint language sql immutable parallel safe as $$
  select coalesce(round(price * rate / (100 + rate)), 0)::bigint
$$;

-- How a bill is taxed by the setting as it is now: the first row of its source that fits its room. A deposit is no revenue, what is owed from before was taxed
-- then, and what is collected for a supplier is not the operator's.
create function bill_gets_tax() returns trigger language plpgsql as $$
declare
  rates jsonb;
  fits jsonb;
begin
  if new."from" = 3 or new.opening_id is not null then
    return new;
  end if;
  select s.content -> 'rates' into rates from setting_version s
  where s.setting = 'invoice' and coalesce(s.from_date, to_timestamp(s.created_at)::date) <= current_date
  order by coalesce(s.from_date, to_timestamp(s.created_at)::date) desc, s.version desc limit 1;
  if rates is null or (new."from" = 4 and not exists (select from simple m where m.id = new.from_id and m.book = 2)) then
    return new;
  end if;
  select r.one into fits from jsonb_array_elements(rates) with ordinality r (one, place)
  where (r.one ->> 'from')::integer = new."from"
    and coalesce((r.one ->> 'nature')::integer = (select o.nature from org o where o.org_id = new.org_id), r.one ->> 'nature' is null)
  order by r.place limit 1;
  if fits is not null then
    new.tax_kind := coalesce((fits ->> 'kind')::smallint, 1);
    new.tax_rate := case new.tax_kind when 1 then (fits ->> 'rate')::numeric end;
  end if;
  return new;
end
$$;
create trigger bill_gets_tax before insert on bill for each row execute function bill_gets_tax();

-- What of each share should be on the VAT side by now: of kind 1 what it came to before reductions, of kind 2 what is reduced of rent (below nought), each with the VAT
-- in it. Nothing of a bill that is void; what is written off is taxed all the same. Of what is not recognised by the period a reduction is less of kind 1.
-- The VAT of a bill is that of its whole amount; shares have it in turn, each up to its end what the bill has up to there, so that they sum to it and none is below nought.
create function vat_targets(asked integer[]) returns table (bill_id integer, share_id integer, kind smallint, gross bigint, price bigint) language sql stable as $$
  select p.bill_id, p.share_id, k.kind::smallint, k.gross::bigint, k.price::bigint
  from (
    select w.*, vat_in(w.upto::bigint, w.rate) - vat_in((w.upto - w.stands)::bigint, w.rate) as vat,
      coalesce(round(w.less_vat * w.less_upto / nullif(w.less_whole, 0)) - round(w.less_vat * (w.less_upto - w.less) / nullif(w.less_whole, 0)), 0) as vat_of_less
    from (
      select u.*, vat_in((u.whole + u.less_whole)::bigint, u.rate) - vat_in(u.whole::bigint, u.rate) as less_vat
      from (
        select s.*, sum(s.stands) over upto as upto, sum(s.less) over upto as less_upto,
          sum(s.stands) over (partition by s.bill_id) as whole, sum(s.less) over (partition by s.bill_id) as less_whole
        from (
          select b.bill_id, s.share_id, b.tax_rate as rate,
            case b.is_void when 1 then 0 else s.price + a.bad end as stands,
            case when b.is_void = 0 and (b."from" = 1 or c.income in (2, 3)) then a.less else 0 end as less
          from bill b
          join bill_share s on s.bill_id = b.bill_id
          left join cost c on b."from" = 2 and c.id = b.from_id
          cross join lateral (
            select coalesce(-sum(x.price) filter (where x.kind in (3, 6)), 0) as less, coalesce(-sum(x.price) filter (where x.kind in (4, 5, 7, 8)), 0) as bad
            from bill_adjust x where x.share_id = s.share_id
          ) a
          where b.bill_id = any(asked) and b.tax_kind is not null
        ) s
        window upto as (partition by s.bill_id order by s.share_id)
      ) u
    ) w
  ) p
  cross join lateral (values (1, p.stands + p.less, p.vat + p.vat_of_less), (2, -p.less, -p.vat_of_less)) k (kind, gross, price)
$$;

-- A target and not an increment: what is added is the difference to what was before, whatever came in between.
create function bills_get_vat(asked integer[]) returns void language sql set enable_hashjoin = off set enable_mergejoin = off as $$
  insert into bill_vat (day, bill_id, share_id, kind, tax_kind, rate, gross, price, p_id, created_by)
  select booked_on(current_date), b.bill_id, t.share_id, t.kind, b.tax_kind, coalesce(b.tax_rate, 0), t.gross - had.gross, t.price - had.price, b.p_id,
    nullif(current_setting('anju.actor', true), '')::integer
  from vat_targets(asked) t
  join bill b on b.bill_id = t.bill_id
  cross join lateral (
    select coalesce(sum(v.gross), 0)::bigint as gross, coalesce(sum(v.price), 0)::bigint as price from bill_vat v where v.share_id = t.share_id and v.kind = t.kind
  ) had
  where (t.gross, t.price) <> (had.gross, had.price) order by t.share_id, t.kind
$$;

create index bill_vat_of_share on bill_vat (share_id, kind) include (gross, price);
alter table bill_vat add constraint bill_vat_kind check (kind in (1, 2) and rate >= 0);
create trigger bill_vat_append_only before update or delete on bill_vat for each row execute function flow_is_append_only();
create trigger bill_vat_no_truncate before truncate on bill_vat for each statement execute function flow_is_append_only();

-- The names come after those of what posts: VAT is parted from the account on which the share was booked.
-- Each bill is asked by its key: joined, a plan made for thousands of bills would read all of them for the next one.
create function vat_of_rows() returns trigger language plpgsql as $$
declare
  taxed integer[] := array(select c.bill_id from (select distinct bill_id from came) c where (select b.tax_kind from bill b where b.bill_id = c.bill_id) is not null);
begin
  if taxed <> '{}' then
    perform bills_get_vat(taxed);
  end if;
  return null;
end
$$;
create trigger vat_of_shares after insert on bill_share referencing new table as came for each statement execute function vat_of_rows();
create trigger vat_of_adjusts after insert on bill_adjust referencing new table as came for each statement execute function vat_of_rows();

create function vat_of_void() returns trigger language plpgsql as $$
begin
  perform bills_get_vat(array[new.bill_id]);
  return null;
end
$$;
create trigger vat_of_void after update of is_void on bill for each row when (old.is_void <> new.is_void and new.tax_kind is not null) execute function vat_of_void();
