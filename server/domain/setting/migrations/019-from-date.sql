-- A version may be saved before the day on which it comes into force: rules have dates (domain.md, Rules of the trade). Null: from when it was saved.
alter table setting_version add column from_date date;
