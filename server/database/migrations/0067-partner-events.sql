-- Changes of shared appliances that the event log does not have yet. The statement that changes an appliance inserts them. A row with
-- `grant_id` is the end of a grant whose row was deleted.
create table partner_change (
  id bigint generated always as identity primary key,
  appliance_id uuid not null,
  type text not null,
  at timestamptz not null,
  client_id uuid,
  authorization_id text,
  grant_id uuid
);

-- The event log of third parties. One writer at a time numbers the events, so a reader that continues after a position misses none.
create table partner_event (
  position bigint primary key,
  id uuid not null unique default gen_random_uuid(),
  type text not null,
  at timestamptz not null,
  recorded_at timestamptz not null,
  client_id uuid not null references partner_client on delete cascade,
  authorization_id text,
  grant_id uuid,
  appliance_id uuid,
  endpoint_id uuid
);
create index partner_event_client on partner_event (client_id, position);
create index partner_event_authorization on partner_event (authorization_id, position);

-- The position of the newest event; locked by the writer of the log.
create table partner_event_head (
  is_only boolean primary key default true check (is_only),
  position bigint not null
);
insert into partner_event_head (position) values (0);

-- Which events about itself a grant has in the log.
alter table partner_grant add column logged text not null default 'NOTHING' check (logged in ('NOTHING', 'BEGIN', 'END'));
create index partner_grant_begin on partner_grant (id) where logged = 'NOTHING';
create index partner_grant_end on partner_grant (id) where logged = 'BEGIN' and ended_at is not null;
create index partner_grant_appliance on partner_grant (coalesce(gateway_id, test_appliance_id)) where ended_at is null;

-- An erased person, a removed client or gateway deletes grants by cascade.
create function queue_end_of_deleted_grant() returns trigger language plpgsql as $$
begin
  insert into partner_change (appliance_id, type, at, client_id, authorization_id, grant_id)
  values (
    coalesce(old.gateway_id, old.test_appliance_id), 'grant.ended', coalesce(old.ended_at, now()), old.client_id,
    old.authorization_id, old.id
  );
  return null;
end
$$;
create trigger queue_end_of_deleted_grant after delete on partner_grant
  for each row when (old.logged = 'BEGIN') execute function queue_end_of_deleted_grant();
