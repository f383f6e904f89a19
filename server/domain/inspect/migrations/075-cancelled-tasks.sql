-- A room whose task in a batch was cancelled may have another there: only the tasks that stand are one a room.
drop index if exists inspect_p_id_batch_org_id_key;
