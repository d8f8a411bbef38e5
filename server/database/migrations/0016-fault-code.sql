-- The code of the fault that the gateway reported last; null for none, and where the release before wrote the status.
alter table gateway_status add column fault_code text;
