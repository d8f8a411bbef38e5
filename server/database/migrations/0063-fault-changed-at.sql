-- When the fault of a gateway last began, changed or ended. The list of appliances reads `fault_change` only for gateways
-- with such a change in the last 24 hours. A trigger writes it, also for the release before.
alter table gateway_status add column fault_changed_at timestamptz;

create function note_fault_change() returns trigger language plpgsql as $$
begin
  new.fault_changed_at := new.last_seen_at;
  return new;
end
$$;

create trigger gateway_status_first_fault before insert on gateway_status
for each row when (new.reported in ('ERROR', 'WARNING')) execute function note_fault_change();

create trigger gateway_status_fault_changed before update on gateway_status
for each row when (
  (new.reported, new.fault_code) is distinct from (old.reported, old.fault_code)
  and (new.reported in ('ERROR', 'WARNING') or old.reported in ('ERROR', 'WARNING'))
) execute function note_fault_change();
