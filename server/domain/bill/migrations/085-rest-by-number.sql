-- Bills that owe, by the beginning of their number: of an index of all bills most that begin so are paid, and each was looked at.
create index bill_rest_by_sn on bill (sn text_pattern_ops) where is_void = 0 and price - paid > 0;
