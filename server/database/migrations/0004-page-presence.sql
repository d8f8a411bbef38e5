-- Who has pages open: subscriptions of people without any for some minutes are dropped.

create table page_presence (
  person_id uuid primary key references person (id) on delete cascade,
  seen_at timestamptz not null
);
