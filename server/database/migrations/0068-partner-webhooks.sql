-- Addresses to which a third party lets the portal send its events. `types`: null for all. An endpoint proves itself by a challenge
-- before it gets events. Secrets are encrypted; the former one signs besides until its moment. `is_slow`: its last answer came late
-- or was a failure, so it takes turns with others that are slow.
create table partner_endpoint (
  id uuid primary key,
  client_id uuid not null references partner_client on delete cascade,
  url text not null,
  types text[],
  state text not null check (state in ('UNPROVEN', 'ACTIVE', 'DISABLED')),
  secret bytea not null,
  former_secret bytea,
  former_secret_until timestamptz,
  created_at timestamptz not null,
  is_slow boolean not null default false,
  failing_since timestamptz,
  warned_at timestamptz,
  disabled_reason text check (disabled_reason in ('client', 'gone', 'failing'))
);
create index partner_endpoint_client on partner_endpoint (client_id);
create index partner_endpoint_failing on partner_endpoint (failing_since) where failing_since is not null;

-- What is sent to an endpoint: an event, a test or a challenge. `answer`: the beginning of the last answer.
create table partner_delivery (
  id uuid primary key default gen_random_uuid(),
  endpoint_id uuid not null references partner_endpoint on delete cascade,
  event_id uuid references partner_event (id) on delete cascade,
  challenge text,
  state text not null default 'WAITING' check (state in ('WAITING', 'DELIVERED', 'FAILED')),
  tries int not null default 0,
  created_at timestamptz not null,
  due_at timestamptz not null,
  tried_at timestamptz,
  status int,
  answer text,
  unique (event_id, endpoint_id)
);
create index partner_delivery_due on partner_delivery (endpoint_id, due_at) where state = 'WAITING';
create index partner_delivery_due_at on partner_delivery (due_at) where state = 'WAITING';
create index partner_delivery_list on partner_delivery (endpoint_id, created_at, id);
create index partner_delivery_created on partner_delivery (created_at) where event_id is null;

-- A queued row may also be about an endpoint.
alter table partner_change alter column appliance_id drop not null, add column endpoint_id uuid;
