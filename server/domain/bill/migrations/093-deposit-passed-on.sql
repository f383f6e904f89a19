-- What was moved to another main tenant goes back to the former one where what he had paid is taken back: in red, so that less than nothing is never held.
alter table deposit_entry drop constraint deposit_price;
alter table deposit_entry add constraint deposit_price check (price <> 0 and (kind in (1, 2, 3, 6, 7) or price < 0));
