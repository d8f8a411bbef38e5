-- no transaction
-- For answers of contracts that are to be told, and for exports that have failed.
create index concurrently if not exists contract_answered on contract (answered_at) where answered_at is not null;
create index concurrently if not exists data_export_file_failed on data_export_file (export_id) where state = 'ERROR';
