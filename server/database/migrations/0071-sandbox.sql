-- A test appliance that is silent reports nothing, like a gateway without connection.
alter table partner_test_appliance add column silent_since timestamptz;

-- The faults of test appliances, which their developer makes.
create table partner_test_fault (
  id uuid primary key default gen_random_uuid(),
  appliance_id uuid not null references partner_test_appliance on delete cascade,
  code text not null,
  severity text not null check (severity in ('ERROR', 'WARNING')),
  began_at timestamptz not null,
  ended_at timestamptz
);
create index partner_test_fault_appliance on partner_test_fault (appliance_id, began_at);
