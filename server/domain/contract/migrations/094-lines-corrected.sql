-- What was mistyped is corrected for its own day: of the lines of one day the last stands (docs/decisions/050-meters-late-fees-plans.md).
drop index if exists contract_rent_contract_id_from_date_key;
drop index if exists contract_fee_contract_id_from_date_key;
