-- What gateways reported, hour by hour: so that a year is read from thousands of rows and not from millions. The jobs make it
-- from the reports of hours that are over; what is not made yet is read from the reports. All is in the index: its rows of one
-- gateway lie side by side, those of the table do not.
create table telemetry_hour (
  gateway_id uuid not null,
  datapoint text not null,
  hour timestamptz not null,
  least float8 not null,
  most float8 not null,
  last float8 not null,
  sum float8 not null,
  count int not null,
  primary key (gateway_id, datapoint, hour) include (least, most, last, sum, count)
) partition by range (hour);

-- All whole hours before `through` are made. Without a row none is.
create table telemetry_rollup (
  gateway_id uuid primary key references gateway (id) on delete cascade,
  through timestamptz not null
);

-- Hours of which a report came late, to be made again. Rows are only added and taken away: nobody waits for anybody.
create table telemetry_late (
  id bigint generated always as identity primary key,
  gateway_id uuid not null,
  hour timestamptz not null
);

-- Makes the partitions of reports and of hours for the months that contain first_day to last_day, inclusive; those that
-- exist stay. Processes that start together take turns, or both would find the same month missing.
create or replace function ensure_telemetry_partitions(first_day date, last_day date) returns void
language plpgsql as $$
declare
  month date := date_trunc('month', first_day)::date;
  parent text;
  name text;
begin
  perform pg_advisory_xact_lock(hashtextextended('telemetry partitions', 0));
  while month <= last_day loop
    foreach parent in array array['telemetry', 'telemetry_hour'] loop
      name := parent || '_' || to_char(month, 'YYYY_MM');
      if to_regclass(name) is null then
        execute format(
          'create table if not exists %I partition of %I for values from (%L) to (%L)',
          name,
          parent,
          month::text || ' 00:00:00+00',
          (month + interval '1 month')::date::text || ' 00:00:00+00'
        );
      end if;
    end loop;
    month := (month + interval '1 month')::date;
  end loop;
end
$$;

select ensure_telemetry_partitions(
  min(to_date(right(c.relname, 7), 'YYYY_MM')), max(to_date(right(c.relname, 7), 'YYYY_MM'))
)
from pg_inherits i join pg_class c on c.oid = i.inhrelid
where i.inhparent = 'telemetry'::regclass and c.relname ~ '^telemetry_[0-9]{4}_[0-9]{2}$'
having count(*) > 0;

create function keep_late_report() returns trigger
language plpgsql as $$
begin
  insert into telemetry_late (gateway_id, hour) values (new.gateway_id, date_trunc('hour', new.ts, 'UTC'));
  return null;
end
$$;

-- The jobs wait longer than that after an hour before they make it (server/jobs/rollup.ts).
create trigger telemetry_came_late after insert on telemetry
  for each row when (new.ts < new.received_at - interval '30 minutes') execute function keep_late_report();
