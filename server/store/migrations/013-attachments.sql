-- An attachment keeps the name it was uploaded with; a picture has none, and its sides. By that the two are told apart, so that neither is ever given out as the other.
alter table file add column name text;
alter table file alter column width drop not null, alter column height drop not null;
alter table file add constraint file_is_picture_or_attachment check ((name is null) = (width is not null and height is not null));
