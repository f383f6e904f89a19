-- Rooms out of use within a flat that is not divided: they are put to use when it is, as they were. Which of them somebody disabled by hand before, nothing says.
update org set joined = 1, version = version + 1
where status = 3 and exists (select from org whole where whole.org_id = org.part_of and whole.status <> 4);
