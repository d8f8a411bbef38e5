-- What a statement changes of gateways is kept at once, not row by row. A foreign key would lock the gateway's row for each
-- change: instead a gateway's changes go with its status, whose row is locked by whoever writes one.
drop trigger gateway_status_added on gateway_status;
drop trigger gateway_status_changed on gateway_status;
drop trigger gateway_status_news on gateway_status;
drop trigger gateway_fault_added on gateway_status;
drop trigger gateway_fault_changed on gateway_status;
drop function keep_status_change, keep_status_news, keep_fault_change;

alter table status_change drop constraint status_change_gateway_id_fkey;
alter table status_news drop constraint status_news_gateway_id_fkey;
alter table fault_change drop constraint fault_change_gateway_id_fkey;

create function keep_first_status() returns trigger language plpgsql as $$
begin
  insert into status_change (gateway_id, at, status) select gateway_id, since, status from new_rows;
  insert into fault_change (gateway_id, at, code, severity)
  select gateway_id, last_seen_at, fault_code, fault_severity(reported) from new_rows
  where fault_severity(reported) is not null;
  return null;
end
$$;

-- Asked for each batch: one that changes nothing ends with the first look. A session plans it once, by the first batch: made for one
-- row, nested loops would compare each of a thousand rows with a thousand.
create function keep_changes() returns trigger language plpgsql set enable_nestloop = off as $$
begin
  if not exists (
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

create function forget_changes() returns trigger language plpgsql as $$
begin
  delete from status_change where gateway_id = old.gateway_id;
  delete from status_news where gateway_id = old.gateway_id;
  delete from fault_change where gateway_id = old.gateway_id;
  return null;
end
$$;

create trigger gateway_status_added after insert on gateway_status
  referencing new table as new_rows for each statement execute function keep_first_status();

create trigger gateway_status_changed after update on gateway_status
  referencing old table as old_rows new table as new_rows for each statement execute function keep_changes();

create trigger gateway_status_removed after delete on gateway_status
  for each row execute function forget_changes();
