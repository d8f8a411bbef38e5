-- A merged row covers a month, not a week: it takes a tenth less (docs/decisions/086-packed-months.md). Rows that cover fewer days
-- stay as they are.
alter table telemetry_week rename to telemetry_month;
alter index telemetry_week_pkey rename to telemetry_month_pkey;

do $$
declare
  name text;
begin
  for name in select c.relname from pg_class c where c.relname ~ '^telemetry_week_[0-9]{4}_[0-9]{2}$' and c.relkind = 'r' loop
    execute format('alter table %I rename to %I', name, replace(name, 'week', 'month'));
  end loop;
end
$$;

drop function ensure_telemetry_week_partition;

-- Creates the partition of `telemetry_month` for the month of a day.
create function ensure_telemetry_month_partition(day date) returns void
language plpgsql as $$
declare
  month date := date_trunc('month', day)::date;
begin
  perform pg_advisory_xact_lock(hashtextextended('telemetry partitions', 0));
  perform add_telemetry_partition(
    'telemetry_month', 'telemetry_month_' || to_char(month, 'YYYY_MM'), month::text, (month + interval '1 month')::date::text
  );
end
$$;
