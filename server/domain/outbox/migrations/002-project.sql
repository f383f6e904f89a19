-- What was written before rows had a project is of the project of the record that it tells of.
update outbox o set p_id = c.p_id from contract c where o.resource = 'contract' and c.contract_id = o.record_id and o.p_id is null;
update outbox o set p_id = b.p_id from bill b where o.resource = 'bill' and b.bill_id = o.record_id and o.p_id is null;
update outbox o set p_id = r.p_id from org r where o.resource = 'org' and r.org_id = o.record_id and o.p_id is null;
