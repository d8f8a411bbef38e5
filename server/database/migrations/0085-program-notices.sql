-- The operator's words about the last decision, and whether its developer must still be notified of it.
alter table partner_client
  add column decision_reason text,
  add column needs_decision_notice boolean not null default false;
