-- no transaction
alter table outbox validate constraint outbox_content;
