-- What has no project has a row of its own in a month's report, so that its sums are the ledger's.
alter table month_report alter column p_id drop not null;
