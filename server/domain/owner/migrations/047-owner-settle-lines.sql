-- What a settlement is made of stays as it was: another settlement makes up for it (docs/decisions/051-owner-settlement.md).
create trigger owner_settle_line_append_only before update of settlement_id, bill_id, share_id, price or delete on owner_settle_line for each row execute function flow_is_append_only();
create trigger owner_settle_line_no_truncate before truncate on owner_settle_line for each statement execute function flow_is_append_only();
