-- The last day as of which the facts that time alone changes were kept (server/store/keepFacts.ts).
create table facts_day (day date primary key);
