-- Nobody asks for changes before the last 24 hours. Clocks differ.
update gateway_status s set fault_changed_at = greatest(s.fault_changed_at, f.at)
from (
  select gateway_id, max(at) as at from fault_change where at > now() - interval '25 hours' group by gateway_id
) f
where f.gateway_id = s.gateway_id;
