-- A list that was published is never rewritten.
create trigger published_once before update or delete on publication_row for each row execute function refuse_rewriting();
create unique index publication_row_number on publication_row (publication_id, number);
alter table publication add constraint publication_days check (to_date >= from_date);
alter table publication add constraint publication_of check ((kind = 2) = (lottery_id is not null));
