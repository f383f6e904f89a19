-- A plan keeps after how many days it is broken, for its agreement says so: those that there are by what the setting says now.
update payment_plan p set grace = (v.content ->> 'plan_days')::integer
from (select content from setting_version where setting = 'dunningSetting' order by version desc limit 1) v
where v.content ? 'plan_days';
