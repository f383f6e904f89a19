-- Whose matter it is that a message tells of: on the page of a tenant, and of a company, stand the messages about them.
create function message_names() returns trigger language plpgsql as $$
begin
  if new.resource = 'contract' then
    select custom_id, company_id into new.custom_id, new.company_id from contract where contract_id = new.record_id;
  elsif new.resource = 'bill' then
    select custom_id, company_id into new.custom_id, new.company_id from bill where bill_id = new.record_id;
  end if;
  return new;
end
$$;
create trigger message_names before insert on message for each row when (new.resource in ('contract', 'bill')) execute function message_names();

update message m set custom_id = c.custom_id, company_id = c.company_id from contract c where m.resource = 'contract' and m.record_id = c.contract_id;
update message m set custom_id = b.custom_id, company_id = b.company_id from bill b where m.resource = 'bill' and m.record_id = b.bill_id;
