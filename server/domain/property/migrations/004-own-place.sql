-- Houses registered before each kept its own place have that of their community, which was the only one asked for then.
update unit u
set
  longitude = coalesce(u.longitude, c.longitude),
  latitude = coalesce(u.latitude, c.latitude),
  choice_get_number = coalesce(u.choice_get_number, c.choice_get_number)
from community c
where c.community_id = u.community_id and (u.longitude is null or u.latitude is null or u.choice_get_number is null);
