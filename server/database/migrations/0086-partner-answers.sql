-- Answers to POST requests of third parties with an Idempotency-Key: docs/decisions/106-answers-of-clients-encrypted.md. `body` is
-- encrypted, because some answers have the secret of a webhook endpoint.
create table partner_answer (
  client_id uuid not null references partner_client on delete cascade,
  key text not null,
  request_digest bytea not null,
  refusal text,
  body bytea,
  kept_at timestamptz not null,
  primary key (client_id, key)
);
create index partner_answer_of_client on partner_answer (client_id, kept_at);
create index partner_answer_kept on partner_answer (kept_at);
