-- no transaction
alter table audit validate constraint audit_actor_check;
create unique index concurrently if not exists audit_once on audit (once_key) where once_key is not null;
create index concurrently if not exists audit_other on audit ((details ->> 'person')) where details ? 'person';
