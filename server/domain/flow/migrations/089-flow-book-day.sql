-- What was written down once its month was closed is booked on another day than it moved: a few among all, and reports look for them by that day.
create index flow_book_day on flow (book_day) where book_day is not null;
