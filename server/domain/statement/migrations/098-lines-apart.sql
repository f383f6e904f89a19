-- What somebody said a line is not: an entry, or the line of the other account. The system does not say so again by itself (server/domain/statement/apart.ts).
create table line_apart (
  line_id integer not null references statement_line,
  flow_id integer references flow,
  other_line_id integer references statement_line,
  constraint line_apart_of check (num_nonnulls(flow_id, other_line_id) = 1),
  constraint line_apart_once unique nulls not distinct (line_id, flow_id, other_line_id)
);
