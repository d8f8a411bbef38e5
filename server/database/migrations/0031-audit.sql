-- Every change and every refusal, by whom and to what: for the operator, and kept for 12 months. A record names people and
-- gateways by their ids without a foreign key: it outlives what it is about.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor text not null check (actor in ('person', 'operator', 'portal')),
  person_id uuid,
  -- Only of a command: the account of the machine that ran it.
  operator text check (operator is null or actor = 'operator'),
  -- The beginning of the session's digest, by which nobody can sign in.
  session text,
  action text not null,
  gateway_id uuid,
  serial text,
  details jsonb not null default '{}',
  -- 'begun' until the change is done or refused; a process that died in between leaves it.
  outcome text not null,
  request_id text,
  address text,
  -- Records above a person's limit are summed by hour, action and outcome: then `at` is the hour, `count` how many.
  summed boolean not null default false,
  count integer not null default 1
);

create index audit_person on audit (person_id, at) where person_id is not null;
create index audit_gateway on audit (gateway_id, at) where gateway_id is not null;
create index audit_serial on audit (serial, at) where serial is not null;
create index audit_at on audit using brin (at);
create unique index audit_sum on audit (person_id, action, outcome, at) nulls not distinct where summed;
