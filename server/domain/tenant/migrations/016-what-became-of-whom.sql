-- Which tenant an application, its household, its place in the queue, a surrender and a stay beyond the term belong to.
update waiting w set custom_id = c.custom_id from contract c where c.wait_id = w.wait_id and c.custom_id is not null and w.custom_id is null;
update qualification q set custom_id = w.custom_id from waiting w where w.apply_id = q.apply_id and w.custom_id is not null and q.custom_id is null;
update member m set custom_id = q.custom_id from qualification q where q.apply_id = m.apply_id and q.custom_id is not null and m.custom_id is null;
update surrender s set custom_id = c.custom_id from contract c where c.contract_id = s.contract_id and s.custom_id is null;
update holdover h set custom_id = c.custom_id from contract c where c.contract_id = h.contract_id and h.custom_id is null;
