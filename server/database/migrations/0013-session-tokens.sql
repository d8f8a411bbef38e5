-- Access tokens by their digests: those that a session had before its last one, and those of sessions that have ended.
create table session_token (
  token_digest bytea primary key,
  session_digest bytea not null,
  expires_at timestamptz not null,
  ended boolean not null default false
);

create index session_token_session on session_token (session_digest);

create index session_token_expiry on session_token (expires_at);
