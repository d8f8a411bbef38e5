-- no transaction
-- A year of a burner that goes on and off is read from this index alone, in the order in which it happened.
create index concurrently if not exists status_change_by_gateway on status_change (gateway_id, at, id) include (status);
drop index concurrently if exists status_change_gateway;
