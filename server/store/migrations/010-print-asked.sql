-- The request that a paper was handed out for: sent again it is the same handing out, and it is written down only once the paper is there.
alter table print_copy add column asked text;
create unique index print_copy_asked on print_copy (asked);
