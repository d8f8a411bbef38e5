-- Links by which owners hand an appliance over. Only the digest of a token is stored. `answer` is null while the hand-over is open,
-- of which an appliance has at most one.
create table handover (
  id uuid primary key default gen_random_uuid(),
  gateway_id uuid not null references gateway on delete cascade,
  token_digest bytea not null unique,
  started_by uuid not null references person on delete cascade,
  shares_faults boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  answer text check (answer in ('accepted', 'declined', 'cancelled', 'expired')),
  answered_by uuid references person on delete set null
);
create unique index handover_open on handover (gateway_id) where answer is null;
create index handover_of_person on handover (started_by);
create index handover_answered_by on handover (answered_by) where answered_by is not null;
create index handover_expiry on handover (expires_at);

alter table access_event
  drop constraint access_event_kind_check,
  add constraint access_event_kind_check check (
    kind in (
      'given', 'left', 'removed', 'changed', 'week-before', 'day-before', 'end', 'ownership-ended', 'ownership-begun',
      'handover-declined', 'handover-end'
    )
  );
