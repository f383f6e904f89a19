create sequence withhold_sn;
-- Those that are there were numbered by their order.
select setval('withhold_sn', (select count(*) + 1 from withhold), false);

-- What was debited before it was said how much: all that was asked. Whose account it was nobody kept.
update withhold_line l set paid = case when l.result = 1 then l.price when l.result = 2 then 0 end, custom_id = b.custom_id
from bill b where b.bill_id = l.bill_id;
update withhold set exported_on = to_timestamp(created_at)::date where status in (2, 3);

alter table withhold_line add constraint withhold_line_paid check (price > 0 and paid between 0 and price);
alter table withhold_line add constraint withhold_line_outcome check (case result
  when 1 then paid > 0
  when 2 then paid = 0
  when 3 then paid > 0
  else true end);
-- An entry is the money of one bill that was debited.
create unique index withhold_line_flow on withhold_line (flow_id) where flow_id is not null;
create index withhold_line_rows on withhold_line (file_id, row_no) where file_id is not null;
create index transfer_of_batch on transfer (batch_id) where batch_id is not null;

-- What was sent is never rewritten: what becomes of it is another matter. Before it is sent, what has been paid meanwhile comes off.
create function withhold_line_stays() returns trigger language plpgsql as $$
declare
  kept withhold_line := old;
begin
  if old.file_id is null then
    kept.price := new.price;
    kept.file_id := new.file_id;
    kept.row_no := new.row_no;
  end if;
  kept.paid := new.paid;
  kept.result := new.result;
  kept.reason := new.reason;
  kept.flow_id := new.flow_id;
  kept.custom_id := new.custom_id;
  kept.version := new.version;
  kept.updated_at := new.updated_at;
  -- With the key, the sealed number is made anew and its hash with it.
  kept."account$sealed" := new."account$sealed";
  kept."account$hash" := new."account$hash";
  if tg_op = 'UPDATE' and kept is not distinct from new and (old.flow_id is null or old.flow_id is not distinct from new.flow_id) then
    return new;
  end if;
  raise exception '代扣明细送出后不能修改或删除' using constraint = 'withhold_line_stays';
end
$$;
create trigger withhold_line_stays before update or delete on withhold_line for each row execute function withhold_line_stays();
