-- And of each such bill the tenant's share.
create index bill_share_owed_by_tenant on bill_share (bill_id) include (price, paid) where party = 1 and paid < price;
