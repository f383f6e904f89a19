-- People are found by the beginning of their name (server/domain/people/findTenants.ts).
create index if not exists lessee_name_begins on lessee (name text_pattern_ops);
