-- A card's sex is read off its mask wherever a card is (server/store/told.ts).
drop view if exists lessee_view;
