-- Answers to POST requests that carried an Idempotency-Key, so that a repeated request gets the first answer. Rows expire after
-- 24 hours. `refusal` is null where the work was done; `body` is the answer's JSON, null for an answer without content.
create table kept_answer (
  person_id uuid not null references person on delete cascade,
  key text not null,
  request_digest bytea not null,
  refusal text,
  body text,
  kept_at timestamptz not null,
  primary key (person_id, key)
);
create index kept_answer_of_person on kept_answer (person_id, kept_at);
create index kept_answer_kept on kept_answer (kept_at);
