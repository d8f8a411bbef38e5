-- Whether the owner is asked before a person with the codes of the sticker gets access.
alter table connection
  add column asks_first boolean not null default false,
  add constraint connection_asks_first check (not asks_first or owner_since is not null) not valid;

-- Open requests for access. A row is deleted when the request is answered, ends or expires; the audit has what happened.
create table access_request (
  id uuid primary key default gen_random_uuid(),
  gateway_id uuid not null references gateway on delete cascade,
  person_id uuid not null references person on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  unique (gateway_id, person_id)
);
create index access_request_of_person on access_request (person_id);

-- `actor_id`: the person who did it, who is not notified of it; null for the portal.
alter table access_event
  add column actor_id uuid,
  drop constraint access_event_kind_check,
  add constraint access_event_kind_check check (
    kind in (
      'given', 'left', 'removed', 'changed', 'week-before', 'day-before', 'end', 'ownership-ended', 'ownership-begun',
      'handover-declined', 'handover-end', 'requested', 'request-accepted', 'request-declined', 'request-end'
    )
  );
