-- A sender may mark its own fix as wrong: it is kept, with valid = false from the start, and a curation can say otherwise.

-- null: it did not (a column of nulls takes no room). What stays of `valid` when the last correction is taken back.
alter table positions add column sent_invalid boolean;
