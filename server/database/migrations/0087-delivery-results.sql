-- The results of the tries of a delivery before the last one, newest first: `{at, status, answer}`.
alter table partner_delivery add column earlier_results jsonb not null default '[]';
