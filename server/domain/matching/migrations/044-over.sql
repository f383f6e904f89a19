-- What is left of money after a match is nothing that was sold: it is not taxed, whatever 发票设置 has for charges (docs/decisions/053-year.md). 6 is 小额差异、长款.
create function bill_is_difference() returns trigger language plpgsql as $$
begin
  if new."from" = 2 and exists (select from cost c where c.id = new.from_id and c.income = 6) then
    new.tax_kind := null;
    new.tax_rate := null;
  end if;
  return new;
end
$$;
-- The name comes after the one by which a bill is taxed.
create trigger bill_is_difference before insert on bill for each row execute function bill_is_difference();
