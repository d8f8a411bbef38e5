-- What the processes with the role jobs keep of the files they make.

-- How far a file is, in per cent; a request is as far as its files are on average.
alter table data_export drop column progress;

alter table data_export_file
  add column progress smallint not null default 0 check (progress between 0 and 100),
  -- How often the file was begun, killed processes included, and how often making it failed.
  add column starts smallint not null default 0,
  add column failures smallint not null default 0,
  -- When it may be begun again.
  add column retry_at timestamptz;

create index data_export_file_open on data_export_file (export_id) where state = 'NOT_READY';
