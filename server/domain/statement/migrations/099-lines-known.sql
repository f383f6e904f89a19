-- Lines of a statement that another had brought before: they are its own where the other is taken back (server/domain/statement/passOn.ts).
create table statement_known (
  statement_id integer not null references statement,
  line_id integer not null references statement_line,
  file_row integer not null,
  primary key (line_id, statement_id)
);
