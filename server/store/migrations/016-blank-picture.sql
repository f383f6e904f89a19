-- A picture on which hardly anything is seen cannot stand where something was to be drawn (a signature, a seal). Of earlier ones that is not known.
alter table file add column is_blank boolean not null default false;
