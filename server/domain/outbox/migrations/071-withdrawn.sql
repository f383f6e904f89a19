-- What was withdrawn stood among what failed: counted and alarmed of as such, and in the way of whoever sent that again.
update outbox set state = 6 where withdrawn_at is not null and state = 3;
