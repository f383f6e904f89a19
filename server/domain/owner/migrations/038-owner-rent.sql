create unique index owner_rent_once on owner_rent (recognition_id, agreement_id, owner_id, share);
create index owner_rent_of_share on owner_rent (agreement_id, share_id) include (kind, price);
create index owner_settle_line_of_share on owner_settle_line (share_id) include (settlement_id, price);
alter table owner_rent add constraint owner_rent_price check (price <> 0);
alter table owner_settlement add constraint owner_settlement_sums check (net = rent - fee and rent > 0 and fee between 0 and rent);
-- Of an agreement and month one settlement stands (4 is void).
create unique index owner_settlement_once on owner_settlement (agreement_id, month) where status <> 4;
create trigger owner_rent_append_only before update of price, kind, month, share_id, recognition_id or delete on owner_rent for each row execute function flow_is_append_only();
create trigger owner_rent_no_truncate before truncate on owner_rent for each statement execute function flow_is_append_only();
