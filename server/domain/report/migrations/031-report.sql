-- Only ever added: what was signed stays as it was signed.
create trigger cash_sign_append_only before update or delete on cash_sign for each row execute function flow_is_append_only();
create trigger cash_sign_no_truncate before truncate on cash_sign for each statement execute function flow_is_append_only();
create index cash_sign_of_day on cash_sign (day, cashier, own_account_id, p_id, sign_id desc);
