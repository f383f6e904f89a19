-- Searches by a personal number of people who may not see it in full: many of them in an hour are guesses.
create table number_search (user_id integer not null references account, at bigint not null);
create index number_search_account on number_search (user_id, at);
