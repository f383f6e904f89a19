-- The application by which a contract's household is known: that of its place in the queue, and of the contract that it follows.
with recursive made as (
  select c.contract_id, w.apply_id from contract c join waiting w on w.wait_id = c.wait_id where w.apply_id is not null
  union select c.contract_id, m.apply_id from made m join contract c on c.former_id = m.contract_id
)
update contract c set apply_id = m.apply_id from made m where m.contract_id = c.contract_id and c.apply_id is null;

-- What a contract carries of a former main tenant's days is what is not told by the household, whose contracts before it count of themselves from now on.
with standing as materialized (
  select q.apply_id, q.custom_id from qualification q where q.custom_id is not null
  union select q.apply_id, coalesce(l.merged_into, l.custom_id)
  from qualification q join member m on m.apply_id = q.apply_id and m.relation in (1, 2) join lessee l on l."card$hash" = m."card$hash"
  where q.custom_id is not null
),
mates as (select distinct a.custom_id, b.custom_id as mate from standing a join standing b using (apply_id) where a.custom_id <> b.custom_id),
told as (
  select c.contract_id, sum(least(x.end_date, c.start_date - 1) - x.start_date + 1) as days
  from contract c join mates using (custom_id) join contract x on x.custom_id = mates.mate and x.start_date < c.start_date and x.status in (4, 5, 6, 7, 9)
  where c.carried_days > 0 and c.origin <> 4 group by c.contract_id
)
update contract c set carried_days = greatest(0, c.carried_days - told.days) from told where told.contract_id = c.contract_id;
