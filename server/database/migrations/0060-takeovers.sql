-- Takeovers of appliances whose owner is gone. `waits_ms`: the random waits before the four requests to switch the gateway.
-- `proven_at` and `decided_at` are null during the trial; at `decided_at` the takeover is decided without an answer. `outcome` is
-- null while it is open. `owner_id` is null if the owner was erased. `notified_at`: when the person was notified of an end after the proof.
create table takeover (
  id uuid primary key default gen_random_uuid(),
  gateway_id uuid not null references gateway on delete cascade,
  person_id uuid not null references person on delete cascade,
  owner_id uuid references person on delete set null,
  owner_since timestamptz not null,
  started_at timestamptz not null,
  waits_ms integer[] not null check (cardinality(waits_ms) = 4),
  proven_at timestamptz,
  decided_at timestamptz,
  ended_at timestamptz,
  outcome text check (
    outcome in ('done', 'too-early', 'too-late', 'cancelled', 'objected', 'refused', 'not-agreed', 'owner-changed')
  ),
  notified_at timestamptz,
  check ((proven_at is null) = (decided_at is null)),
  check ((ended_at is null) = (outcome is null))
);
create unique index takeover_open on takeover (gateway_id) where ended_at is null;
create index takeover_due on takeover (decided_at) where ended_at is null;
create index takeover_ended on takeover (ended_at) where ended_at is not null and notified_at is null;
create index takeover_of_gateway on takeover (gateway_id, started_at);
create index takeover_of_person on takeover (person_id, started_at);
create index takeover_of_owner on takeover (owner_id) where owner_id is not null;
