-- Each table's changes are now written by a function of its own, made from its declaration (server/store/history.ts).
drop function log_change() cascade;
drop function logged_title(jsonb, jsonb);
