-- Rent that was collected before a contract was entered here ends within its term; whoever leaves earlier is given the rest back.
alter table contract add constraint contract_collected check (collected_to is null or collected_to between start_date and coalesce(planned_end, end_date));
