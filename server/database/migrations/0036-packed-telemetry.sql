-- Telemetry of days that are over, packed: one row for each gateway and day, or several where a day has many reports. The
-- reference of the format is docs/reference/telemetry-format.md.

-- `hours`: the rollups of the day, in its first part only. Both columns are compressed already.
create table telemetry_day (
  gateway_id uuid not null,
  day date not null,
  part smallint not null,
  format smallint not null,
  report_count integer not null,
  hours bytea,
  data bytea not null,
  primary key (gateway_id, day, part)
) partition by range (day);

alter table telemetry_day alter column hours set storage external, alter column data set storage external;

-- Reports that came when their day had been packed. They are packed in at night.
create table telemetry_late_report (
  gateway_id uuid not null,
  unit text not null,
  ts timestamptz not null,
  received_at timestamptz not null,
  seq bigint not null,
  payload jsonb not null,
  primary key (gateway_id, unit, ts)
);

-- How far a partition of `telemetry` is packed: gateways up to `through`, or all of them. From the first row on the partition
-- gets no report that is not in `telemetry_late_report` too.
create table telemetry_packing (
  partition text primary key,
  through uuid,
  is_complete boolean not null default false
);

-- Days that cannot be unpacked. Nothing is packed into them.
create table telemetry_damage (
  gateway_id uuid not null,
  day date not null,
  noticed_at timestamptz not null,
  primary key (gateway_id, day)
);

-- Adds a partition to `telemetry` or `telemetry_day`, unless a table has its name. Attached, since that keeps neither readers nor
-- writers of the others waiting.
create function add_telemetry_partition(parent text, name text, first_bound text, end_bound text) returns void
language plpgsql as $$
begin
  if to_regclass(name) is not null then
    return;
  end if;
  execute format('create table %I (like %I including all)', name, parent);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, name, first_bound, end_bound);
end
$$;

-- Makes the partitions of `telemetry` for the days from first_day to last_day, inclusive, of which no month is there. Processes
-- that start together take turns, or both would find the same day missing.
create function ensure_telemetry_days(first_day date, last_day date) returns void
language plpgsql as $$
declare
  day date := first_day;
begin
  perform pg_advisory_xact_lock(hashtextextended('telemetry partitions', 0));
  while day <= last_day loop
    if to_regclass('telemetry_' || to_char(day, 'YYYY_MM')) is null then
      perform add_telemetry_partition(
        'telemetry', 'telemetry_' || to_char(day, 'YYYY_MM_DD'), day || ' 00:00:00+00', (day + 1) || ' 00:00:00+00'
      );
    end if;
    day := day + 1;
  end loop;
end
$$;

-- Makes the partitions of `telemetry` for the months that contain first_day to last_day, inclusive; of a month that has days,
-- those of its days. The release before calls it.
create or replace function ensure_telemetry_partitions(first_day date, last_day date) returns void
language plpgsql as $$
declare
  month date := date_trunc('month', first_day)::date;
  next_month date;
  name text;
begin
  perform pg_advisory_xact_lock(hashtextextended('telemetry partitions', 0));
  while month <= last_day loop
    next_month := (month + interval '1 month')::date;
    name := 'telemetry_' || to_char(month, 'YYYY_MM');
    if exists (
      select from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'telemetry'::regclass and c.relname like replace(name, '_', '\_') || '\_%'
    ) then
      perform ensure_telemetry_days(greatest(first_day, month), least(last_day, next_month - 1));
    else
      perform add_telemetry_partition('telemetry', name, month || ' 00:00:00+00', next_month || ' 00:00:00+00');
    end if;
    month := next_month;
  end loop;
end
$$;

-- Makes the partition of `telemetry_day` for the month of a day.
create function ensure_telemetry_day_partition(day date) returns void
language plpgsql as $$
declare
  month date := date_trunc('month', day)::date;
begin
  perform pg_advisory_xact_lock(hashtextextended('telemetry partitions', 0));
  perform add_telemetry_partition(
    'telemetry_day', 'telemetry_day_' || to_char(month, 'YYYY_MM'), month::text, (month + interval '1 month')::date::text
  );
end
$$;

create function copy_late_report() returns trigger
language plpgsql as $$
begin
  insert into telemetry_late_report (gateway_id, unit, ts, received_at, seq, payload)
  values (new.gateway_id, new.unit, new.ts, new.received_at, new.seq, new.payload) on conflict do nothing;
  return null;
end
$$;

-- From the commit on, what comes into a partition of `telemetry` is in `telemetry_late_report` too, and survives it. Waits for those
-- that write into the partition.
create function seal_telemetry_partition(name text) returns void
language plpgsql as $$
begin
  execute format('lock table %I in share row exclusive mode', name);
  if not exists (select from pg_trigger where tgrelid = name::regclass and tgname = 'telemetry_is_packed') then
    execute format(
      'create trigger telemetry_is_packed after insert on %I for each row execute function copy_late_report()', name
    );
  end if;
  insert into telemetry_packing (partition) values (name) on conflict do nothing;
end
$$;

-- Drops a table that was a partition of `telemetry`, and what was noted of packing it.
create function drop_telemetry_partition(name text) returns void
language plpgsql as $$
begin
  execute format('drop table if exists %I', name);
  delete from telemetry_packing where partition = name;
end
$$;
