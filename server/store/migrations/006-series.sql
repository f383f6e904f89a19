-- A number of a series: so many digits, more when it has more. lpad alone cuts a longer one, and what is cut has been given before.
create function series_digits(n bigint, digits integer) returns text
language sql immutable strict parallel safe as $$ select lpad(n::text, greatest(digits, length(n::text)), '0') $$;
