-- What another index of the same columns gives too: every row written paid for both.
drop index journal_line_of_day;
drop index bill_of_opening;
drop index flow_refunds_of;
