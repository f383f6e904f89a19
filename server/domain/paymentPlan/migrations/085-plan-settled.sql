-- It becomes a table of one row (payment_plan_view.sql); the views that ask for it are made anew.
drop function if exists plan_settled(integer) cascade;
