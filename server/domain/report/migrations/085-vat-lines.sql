-- The lines that VAT is made of, in the order of their days (vat_line_view): of three accounts together no index of one account has that order, and from the first day on
-- all older lines were looked through.
create index journal_line_vat on journal_line (day, line_id) where ledger_account_id in (34, 36, 40);
