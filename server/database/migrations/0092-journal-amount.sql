-- 쓴 돈: what the member paid for the meal, in won. Null means that no amount was given.
alter table journal_entries
  add column amount_won integer constraint journal_entries_amount_won check (amount_won between 0 and 99999999);
