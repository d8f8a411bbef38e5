-- A co-owner may do what the owner may, with few exceptions. A viewer or co-owner may have an end: from `ends_at` on the access
-- does not count, also while the row still exists. The release before ignores both columns.
alter table connection add column co_owner_since timestamptz, add column ends_at timestamptz;

alter table connection add constraint connection_role
  check (owner_since is null or (co_owner_since is null and ends_at is null)) not valid;
alter table connection validate constraint connection_role;
