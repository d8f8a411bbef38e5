-- Requests for exports under the EU Data Act. They belong to the owner's link to the appliance and end with it.
create table data_export (
  id uuid primary key default gen_random_uuid(),
  gateway_id uuid not null,
  person_id uuid not null,
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  sources text[] not null check (cardinality(sources) >= 1 and sources <@ array['HEATLYTICS', 'RST', 'HCC']),
  language text not null,
  progress smallint not null default 0 check (progress between 0 and 100),
  created_at timestamptz not null,
  foreign key (person_id, gateway_id) references connection (person_id, gateway_id) on delete cascade
);

comment on table data_export is 'What is exported begins when the person became owner, whatever from_day says.';

create index data_export_of_owner on data_export (gateway_id, person_id, created_at);

-- One file for each source. A file is READY only with all that is told of it; reason says why it is in ERROR.
create table data_export_file (
  id uuid primary key default gen_random_uuid(),
  export_id uuid not null references data_export (id) on delete cascade,
  source text not null check (source in ('HEATLYTICS', 'RST', 'HCC')),
  name text not null,
  state text not null check (state in ('NOT_READY', 'READY', 'EXPIRED', 'ERROR')),
  reason text check (reason in ('store-full', 'store-unavailable', 'failed')),
  bytes bigint,
  rows bigint,
  sha256 text,
  ready_at timestamptz,
  expires_at timestamptz,
  unique (export_id, source),
  check ((state = 'ERROR') = (reason is not null)),
  check (
    state not in ('READY', 'EXPIRED')
    or (bytes is not null and rows is not null and sha256 is not null and expires_at is not null)
  )
);

create index data_export_file_expiry on data_export_file (expires_at) where state = 'READY';

-- Files whose rows are gone, to be removed from the store.
create table data_export_leftover (file_id uuid primary key);

create function leave_export_file() returns trigger
language plpgsql as $$
begin
  insert into data_export_leftover (file_id) values (old.id) on conflict do nothing;
  return null;
end
$$;

-- By trigger, since rows go by cascade, too.
create trigger data_export_file_left after delete on data_export_file
  for each row execute function leave_export_file();

-- Every change of an appliance's status, also to OFFLINE, which no report tells.
create table status_change (
  id bigint generated always as identity primary key,
  gateway_id uuid not null references gateway (id) on delete cascade,
  at timestamptz not null,
  status text not null
);

create index status_change_gateway on status_change (gateway_id, at);

create function keep_status_change() returns trigger
language plpgsql as $$
begin
  insert into status_change (gateway_id, at, status) values (new.gateway_id, new.since, new.status);
  return null;
end
$$;

create trigger gateway_status_added after insert on gateway_status
  for each row execute function keep_status_change();

create trigger gateway_status_changed after update of status on gateway_status
  for each row when (old.status is distinct from new.status) execute function keep_status_change();

insert into status_change (gateway_id, at, status) select gateway_id, since, status from gateway_status;
