-- Whose fixes alone made a run fail, so that it can be asked again without that subject. Null of every other failure, and of those before.
alter table analysis_runs add column error_subject_id uuid;
