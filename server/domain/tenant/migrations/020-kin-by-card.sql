-- A household is told by the cards of those who are of it (docs/decisions/039).
create index if not exists kin_by_card on kin ("card$hash");
