-- Which records are no more: the log leads to none of them.
create index operation_log_deleted on operation_log (resource, record_id) where deed = 3;
