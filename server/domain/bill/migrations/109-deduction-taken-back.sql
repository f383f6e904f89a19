-- What a deposit was used for may be proved wrong later: the use is taken back, above zero (红字), and the deposit is held again.
alter table deposit_entry drop constraint deposit_price;
alter table deposit_entry add constraint deposit_price check (price <> 0 and (kind in (1, 2, 3, 4, 6, 7) or price < 0));
