-- What time alone changes of a span that goes on is told when it is read.
create view occupancy_view as
select t.*, least(t.last_date, current_date) - t.start_date + 1 as days
from occupancy t
