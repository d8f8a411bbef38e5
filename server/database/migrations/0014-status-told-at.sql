-- The time that a status with this sequence number was told with; null where the release before wrote it.
alter table gateway_status add column told_at timestamptz;
