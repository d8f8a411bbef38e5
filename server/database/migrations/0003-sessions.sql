-- Sign-in: an attempt under way, and the session that follows. Tokens are encrypted, ids stand here as digests only.

create table sign_in_attempt (
  state_digest bytea primary key,
  browser_digest bytea not null,
  secrets bytea not null,
  return_to text not null,
  expires_at timestamptz not null
);

create index sign_in_attempt_expiry on sign_in_attempt (expires_at);

create table session (
  id_digest bytea primary key,
  person_id uuid not null references person (id) on delete cascade,
  refresh_token bytea,
  access_token bytea not null,
  access_expires_at timestamptz not null,
  renew_at timestamptz not null,
  id_token bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  renewed_at timestamptz not null,
  renewal_claimed_until timestamptz
);

create index session_person on session (person_id);

create index session_expiry on session (expires_at);

create index session_renewal on session (renewed_at);
