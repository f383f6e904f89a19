-- What was held when a contract that was signed elsewhere was entered here (期初): once a contract, and taken back by an entry below zero.
alter table deposit_entry drop constraint deposit_price;
alter table deposit_entry add constraint deposit_price check (price <> 0 and (kind in (1, 2, 6) or price < 0));
create unique index deposit_entered_once on deposit_entry (contract_id) where kind = 6 and price > 0;
create unique index deposit_taken_back_once on deposit_entry (contract_id) where kind = 6 and price < 0;
