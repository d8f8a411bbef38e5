-- The name of the browser and its system, for the list that a person reads, and the digest of the last access token, by which
-- a session ends without the key of its tokens. The release before writes neither.
alter table session
  add column browser text,
  add column system text,
  add column access_digest bytea;
