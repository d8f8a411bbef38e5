-- What processes tell each other over NATS, for who did not hear it: kept for some minutes, one row for each commit. Changes of
-- gateways are not among it, since they stand in gateway_status and telemetry. `written_by` is the transaction, so that a
-- reader can ask for all that was not committed when it looked last, whatever the order of the commits.
create table bus_message (
  id uuid primary key,
  written_by xid8 not null default pg_current_xact_id(),
  at timestamptz not null default clock_timestamp(),
  messages jsonb not null
);
create index bus_message_written on bus_message (written_by);
