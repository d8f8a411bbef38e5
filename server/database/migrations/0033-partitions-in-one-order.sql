-- Makes the partitions of hours and of reports for the months that contain first_day to last_day, inclusive; those that
-- exist stay. Processes that start together take turns, or both would find the same month missing. If a partition is
-- missing, both tables are locked first, in the order of every other transaction that needs both: telemetry_hour before
-- telemetry, as when hours are made out of reports.
create or replace function ensure_telemetry_partitions(first_day date, last_day date) returns void
language plpgsql as $$
declare
  missing record;
  is_locked boolean := false;
begin
  perform pg_advisory_xact_lock(hashtextextended('telemetry partitions', 0));
  for missing in
    select parent, month::date as first, parent || '_' || to_char(month, 'YYYY_MM') as name
    from generate_series(date_trunc('month', first_day::timestamp), last_day::timestamp, interval '1 month') as month
    cross join unnest(array['telemetry_hour', 'telemetry']) with ordinality as t (parent, place)
    where to_regclass(parent || '_' || to_char(month, 'YYYY_MM')) is null
    order by month, place
  loop
    if not is_locked then
      lock table only telemetry_hour, only telemetry in access exclusive mode;
      is_locked := true;
    end if;
    execute format(
      'create table if not exists %I partition of %I for values from (%L) to (%L)',
      missing.name,
      missing.parent,
      missing.first::text || ' 00:00:00+00',
      (missing.first + interval '1 month')::date::text || ' 00:00:00+00'
    );
  end loop;
end
$$;
