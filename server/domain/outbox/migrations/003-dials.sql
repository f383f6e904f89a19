-- The column of the record told of that holds the number of whom it is for: sealed there, it is opened in sending and kept nowhere else.
alter table outbox add column dials text;
