-- Faults that lasted when their changes began to be kept (0019). Apart from it, since to read all gateways takes a while in
-- which the lock for its triggers would keep reports waiting. Who has changed since has its rows already.
insert into fault_change (gateway_id, at, code, severity)
select gateway_id, since, fault_code, reported from gateway_status s
where reported in ('ERROR', 'WARNING') and not exists (select from fault_change f where f.gateway_id = s.gateway_id);
