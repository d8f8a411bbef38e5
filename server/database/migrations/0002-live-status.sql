-- What gateways report, and who wants to hear of it.

-- Grows with each change of any gateway; notifications carry it so that readers can drop what they already have.
-- Whoever draws a number has the 1023 above it too, so that a batch of reports draws once.
create sequence change_seq as bigint increment by 1024 cache 1;

-- The last word on each gateway. `status` is what people see, `reported` what the gateway said last; `newest` holds the
-- time of the newest report of each unit (epoch milliseconds), `last_client` the MQTT client id that was heard last.
-- No index on last_seen_at: it changes with every report, and would keep the row from being updated in place.
create table gateway_status (
  gateway_id uuid primary key references gateway (id) on delete cascade,
  status text not null check (status in ('ERROR', 'OFFLINE', 'ONLINE', 'UNKNOWN', 'WARNING', 'WORKING')),
  reported text not null check (reported in ('ERROR', 'OFFLINE', 'ONLINE', 'UNKNOWN', 'WARNING', 'WORKING')),
  since timestamptz not null,
  reported_at timestamptz,
  last_seen_at timestamptz not null,
  last_client text,
  newest jsonb not null default '{}',
  seq bigint not null
) with (fillfactor = 50);

-- Every report as it came, a partition for each month of its own time stamp (UTC). A report sent twice is one row.
create table telemetry (
  gateway_id uuid not null,
  unit text not null,
  ts timestamptz not null,
  received_at timestamptz not null,
  seq bigint not null,
  payload jsonb not null,
  primary key (gateway_id, unit, ts)
) partition by range (ts);

-- Makes the partitions for the months that contain first_day to last_day, inclusive; those that exist stay. Processes
-- that start together take turns, or both would find the same month missing.
create function ensure_telemetry_partitions(first_day date, last_day date) returns void
language plpgsql as $$
declare
  month date := date_trunc('month', first_day)::date;
  name text;
begin
  perform pg_advisory_xact_lock(hashtextextended('telemetry partitions', 0));
  while month <= last_day loop
    name := 'telemetry_' || to_char(month, 'YYYY_MM');
    if to_regclass(name) is null then
      execute format(
        'create table if not exists %I partition of telemetry for values from (%L) to (%L)',
        name,
        month::text || ' 00:00:00+00',
        (month + interval '1 month')::date::text || ' 00:00:00+00'
      );
    end if;
    month := (month + interval '1 month')::date;
  end loop;
end
$$;

-- What each person's pages want to hear of. A person who loses an appliance loses the subscription with it.
create table subscription (
  person_id uuid not null,
  gateway_id uuid not null,
  units text[] not null,
  primary key (person_id, gateway_id),
  foreign key (person_id, gateway_id) references connection (person_id, gateway_id) on delete cascade
);
