-- Every change of what a gateway reports as its fault, for the history: code and severity are null where it ended. A code with
-- a status that tells of no fault is a remark, and not kept here.
create table fault_change (
  id bigint generated always as identity primary key,
  gateway_id uuid not null references gateway (id) on delete cascade,
  at timestamptz not null,
  code text,
  severity text check (severity in ('ERROR', 'WARNING')),
  check (code is null or severity is not null)
);

create index fault_change_gateway on fault_change (gateway_id, at);

-- For the retention, as with status_change.
create index fault_change_at on fault_change using brin (at);

create function fault_severity(reported text) returns text
language sql immutable parallel safe
return case when reported in ('ERROR', 'WARNING') then reported end;

create function keep_fault_change() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' or fault_severity(old.reported) is distinct from fault_severity(new.reported)
    or fault_severity(new.reported) is not null
  then
    insert into fault_change (gateway_id, at, code, severity)
    values (
      new.gateway_id, new.last_seen_at,
      case when fault_severity(new.reported) is not null then new.fault_code end, fault_severity(new.reported)
    );
  end if;
  return null;
end
$$;

create trigger gateway_fault_added after insert on gateway_status
  for each row when (new.reported in ('ERROR', 'WARNING')) execute function keep_fault_change();

-- The condition is checked for every report, and is cheap: most change neither.
create trigger gateway_fault_changed after update of reported, fault_code on gateway_status
  for each row when (
    (old.reported is distinct from new.reported and (old.reported in ('ERROR', 'WARNING') or new.reported in ('ERROR', 'WARNING')))
    or old.fault_code is distinct from new.fault_code
  ) execute function keep_fault_change();
