-- Whole leases that had ended with the last of their rooms made void: they never were, and the lease before can be renewed by another.
update lease set status = 6, reason = '房间都已作废', version = version + 1
where status = 5 and exists (select from contract c where c.lease_id = lease.lease_id)
  and not exists (select from contract c where c.lease_id = lease.lease_id and c.status <> 8);
