-- no transaction
create index concurrently if not exists person_erase_at on person (erase_at) where erase_at is not null;
