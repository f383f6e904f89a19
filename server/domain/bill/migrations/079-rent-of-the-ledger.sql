-- The rent ledger goes through the lines of bills by their month; what it was found by while it went through the bills nobody asks any more, and each bill and each payment of one kept it.
drop index bill_rent, bill_rent_of_project;
