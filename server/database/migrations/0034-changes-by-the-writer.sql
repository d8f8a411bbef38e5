-- The statement that writes statuses of gateways records what changed (server/gateway-changes). The triggers record only for writers
-- that do not say that they do it themselves: the release before this one. The release after this one drops the triggers,
-- their functions, fault_severity and told_condition.
create or replace function keep_first_status() returns trigger language plpgsql as $$
begin
  if current_setting('gateway_portal.changes', true) = 'recorded' then
    return null;
  end if;
  insert into status_change (gateway_id, at, status) select gateway_id, since, status from new_rows;
  insert into fault_change (gateway_id, at, code, severity)
  select gateway_id, last_seen_at, fault_code, fault_severity(reported) from new_rows
  where fault_severity(reported) is not null;
  return null;
end
$$;

create or replace function keep_changes() returns trigger language plpgsql set enable_nestloop = off as $$
begin
  if current_setting('gateway_portal.changes', true) = 'recorded' or not exists (
    select from old_rows o join new_rows n using (gateway_id)
    where (o.status, o.reported, o.fault_code) is distinct from (n.status, n.reported, n.fault_code)
  ) then
    return null;
  end if;

  with changed as materialized (
    select n.gateway_id, n.since, n.last_seen_at, n.status, n.reported, n.fault_code, fault_severity(n.reported) as severity,
      o.status as old_status, o.reported as old_reported, o.fault_code as old_code, fault_severity(o.reported) as old_severity
    from old_rows o join new_rows n using (gateway_id)
    where (o.status, o.reported, o.fault_code) is distinct from (n.status, n.reported, n.fault_code)
  ), news as (
    insert into status_news (gateway_id, at, status, reported, fault_code)
    select gateway_id, greatest(since, last_seen_at), status, reported, fault_code from changed
    where (old_status = 'OFFLINE') <> (status = 'OFFLINE')
      or told_condition(old_reported, old_code) <> told_condition(reported, fault_code)
  ), faults as (
    insert into fault_change (gateway_id, at, code, severity)
    select gateway_id, last_seen_at, case when severity is not null then fault_code end, severity from changed
    where severity is distinct from old_severity or (severity is not null and fault_code is distinct from old_code)
  )
  insert into status_change (gateway_id, at, status)
  select gateway_id, since, status from changed where status <> old_status;
  return null;
end
$$;
