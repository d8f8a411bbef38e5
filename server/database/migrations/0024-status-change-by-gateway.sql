-- A year of a burner that goes on and off is read from this index alone, in the order in which it happened.
drop index status_change_gateway;
create index status_change_gateway on status_change (gateway_id, at, id) include (status);
