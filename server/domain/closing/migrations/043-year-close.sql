-- 年结 (docs/decisions/053-year.md).
create trigger year_close_append_only before update or delete on year_close for each row execute function flow_is_append_only();
create trigger year_close_no_truncate before truncate on year_close for each statement execute function flow_is_append_only();
alter table year_close add constraint year_close_price check (price <> 0 and side in (1, 2));
create index year_close_of_year on year_close (year, p_id, ledger_account_id);
