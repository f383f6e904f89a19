-- What a line of a contract's splits says: so many percent, or a sum a month; a cap only where there is something to cap (src/schemas/contract/splits.ts).
alter table contract_split add constraint contract_split_bearer check (bearer in (2, 3, 4));
alter table contract_split add constraint contract_split_way check (
  (way = 1 and percent between 0 and 100 and sum is null)
  or (way in (2, 3) and sum > 0 and percent is null and (way = 3 or cap is null))
);
alter table contract_split add constraint contract_split_cap check (cap > 0);
