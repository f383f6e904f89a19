-- What was given back may come back, or was never paid: the giving back is taken back, above zero (红字), and the deposit is held again. Of any kind either sign is possible now.
alter table deposit_entry drop constraint deposit_price;
alter table deposit_entry add constraint deposit_price check (price <> 0);

-- What a payment gave back is looked for as it is reversed.
create index deposit_given_back on deposit_entry (flow_id) where kind = 5;
