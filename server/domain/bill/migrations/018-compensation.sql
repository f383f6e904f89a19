-- What the operator owes for ending a lease early (补偿) is held until the settlement has used it or given it back.
alter table deposit_entry drop constraint deposit_price;
alter table deposit_entry add constraint deposit_price check (price <> 0 and (kind in (1, 2, 6, 7) or price < 0));
