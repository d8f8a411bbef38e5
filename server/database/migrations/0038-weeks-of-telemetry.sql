-- Packed days of months that ended more than a month ago are merged into weeks, which take a quarter less.
-- docs/decisions/086-packed-months.md

-- A row covers so many days, from `day` on. Rows of a gateway with very many reports cover one day, or a part of it.
create table telemetry_week (
  gateway_id uuid not null,
  day date not null,
  part smallint not null,
  days smallint not null,
  format smallint not null,
  report_count integer not null,
  hours bytea,
  data bytea not null,
  primary key (gateway_id, day, part)
) partition by range (day);

alter table telemetry_week alter column hours set storage external, alter column data set storage external;

-- How far a partition of `telemetry_day` is merged: gateways up to `through`.
create table telemetry_merge (
  partition text primary key,
  through uuid
);

-- Creates the partition of `telemetry_week` for the month of a day.
create function ensure_telemetry_week_partition(day date) returns void
language plpgsql as $$
declare
  month date := date_trunc('month', day)::date;
begin
  perform pg_advisory_xact_lock(hashtextextended('telemetry partitions', 0));
  perform add_telemetry_partition(
    'telemetry_week', 'telemetry_week_' || to_char(month, 'YYYY_MM'), month::text, (month + interval '1 month')::date::text
  );
end
$$;

-- Lets nothing come into a partition of `telemetry_day` any more, if it is empty; otherwise returns false. Waits for those that
-- read it or write into it.
create function seal_empty_telemetry_partition(name text) returns boolean
language plpgsql as $$
declare
  is_empty boolean;
begin
  execute format('lock table %I in access exclusive mode', name);
  execute format('select not exists (select from %I)', name) into is_empty;
  if is_empty and not exists (
    select from pg_constraint where conrelid = name::regclass and conname = 'telemetry_is_merged'
  ) then
    execute format('alter table %I add constraint telemetry_is_merged check (false) not valid', name);
  end if;
  return is_empty;
end
$$;
