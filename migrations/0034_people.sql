-- What people say of themselves, and sessions that can be named without their cookie.

alter table users
  add phone text check (length(phone) between 5 and 32),
  add share_phone boolean not null default false,          -- whether the members of their projects are told it
  add preferences jsonb not null default '{}' check (jsonb_typeof(preferences) = 'object');

alter table sessions add id uuid not null default gen_random_uuid() unique;
