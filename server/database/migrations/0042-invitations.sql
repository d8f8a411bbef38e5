-- Links by which people are invited. Only the digest of a token is stored. `answer` is null while the invitation is open.
create table access_invitation (
  id uuid primary key default gen_random_uuid(),
  gateway_id uuid not null references gateway on delete cascade,
  token_digest bytea not null unique,
  role text not null check (role in ('CO_OWNER', 'VIEWER')),
  access_ends_at timestamptz,
  invited_by uuid not null references person on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  answer text check (answer in ('accepted', 'declined', 'cancelled', 'replaced')),
  answered_by uuid references person on delete set null
);
create index access_invitation_open on access_invitation (gateway_id) where answer is null;
create index access_invitation_of_person on access_invitation (invited_by, created_at);
create index access_invitation_answered_by on access_invitation (answered_by) where answered_by is not null;
create index access_invitation_expiry on access_invitation (expires_at);

-- What the role jobs has to do about an access: notify of a change at once, or act before and at the end of an access. A row is
-- deleted in the transaction that does it. `person_id` is the person whose access it is; they may be erased meanwhile.
create table access_event (
  id bigint generated always as identity primary key,
  gateway_id uuid not null references gateway on delete cascade,
  person_id uuid not null,
  kind text not null check (kind in ('given', 'left', 'removed', 'changed', 'week-before', 'day-before', 'end')),
  role text check (role in ('CO_OWNER', 'VIEWER')),
  access_ends_at timestamptz,
  due_at timestamptz not null
);
create index access_event_due on access_event (due_at);
create index access_event_of_access on access_event (gateway_id, person_id);
