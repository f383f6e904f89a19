-- What was not paid when its late fee was reckoned is reckoned anew each night: found by itself, however many were ever kept.
create index late_fee_owing on late_fee (share_id) where owed > 0;
