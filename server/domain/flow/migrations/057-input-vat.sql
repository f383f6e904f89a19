-- A supplier's invoice that an expense carries (docs/decisions/052-vat.md): what of it is VAT, and whether that is deducted.
alter table flow add constraint flow_invoice_number check (invoice_number ~ '^([0-9]{8}|[0-9]{20})$');
alter table flow add constraint flow_input_tax check (
  case when reverses is null then input_tax >= 0 and input_tax < price else input_tax <= 0 and input_tax > price end
);
alter table flow add constraint flow_deductible check (deductible in (1, 2) and (deductible = 2 or (input_tax is not null and invoice_number is not null)));
alter table flow add constraint flow_invoice_of_expense check (
  (invoice_number is null and input_tax is null and deductible is null)
  or (type = 2 and "from" in (2, 4) and refunds is null and settlement_id is null)
);

-- Of two that stand no number is the same: it is freed when the entry that has it is reversed, as nothing else of an entry changes.
create unique index flow_invoice_held on flow (invoice_held) where invoice_held is not null;

create function flow_holds_invoice() returns trigger language plpgsql as $$
begin
  new.invoice_held := case when new.reverses is null then new.invoice_number end;
  return new;
end
$$;
create trigger flow_holds_invoice before insert on flow for each row execute function flow_holds_invoice();

create function flow_frees_invoice() returns trigger language plpgsql as $$
begin
  update flow set invoice_held = null where flow_id = new.reverses and invoice_held is not null;
  return null;
end
$$;
create trigger flow_frees_invoice after insert on flow for each row when (new.reverses is not null and new.invoice_number is not null)
  execute function flow_frees_invoice();

-- As it was; and the store alone frees a number.
create or replace function flow_keeps_money() returns trigger language plpgsql as $$
declare
  is_ours boolean := pg_trigger_depth() > 1;
  kept flow := old;
begin
  kept.version := new.version;
  kept.updated_at := new.updated_at;
  if is_ours then
    kept.unused := new.unused;
    kept.invoice_held := new.invoice_held;
  else
    kept.custom_id := new.custom_id;
    kept.company_id := new.company_id;
    kept.line_id := new.line_id;
  end if;
  if kept is not distinct from new
    and (is_ours or (new.custom_id, new.company_id, new.line_id) is distinct from (old.custom_id, old.company_id, old.line_id)) then
    return new;
  end if;
  raise exception '流水只能追加，错误请红冲' using constraint = 'flow_append_only';
end
$$;
