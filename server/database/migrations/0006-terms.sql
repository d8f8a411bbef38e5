-- Each acceptance of terms of service: which version, in which language, when. Nothing is ever taken back.
create table terms_acceptance (
  person_id uuid not null references person (id) on delete cascade,
  version text not null,
  locale text not null,
  accepted_at timestamptz not null,
  primary key (person_id, version)
);
