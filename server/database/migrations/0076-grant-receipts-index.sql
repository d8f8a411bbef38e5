-- no transaction
create index concurrently if not exists receipt_grant on receipt (grant_id, at) where grant_id is not null;
