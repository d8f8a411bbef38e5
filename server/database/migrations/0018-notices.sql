-- What a gateway's status or fault became, in the order of the commits, until the jobs have judged it. No lock waits for
-- the jobs: rows are only added.
create table status_news (
  id bigint generated always as identity primary key,
  gateway_id uuid not null references gateway (id) on delete cascade,
  at timestamptz not null,
  status text not null,
  reported text not null,
  fault_code text
);

create index status_news_gateway on status_news (gateway_id, id);

create function keep_status_news() returns trigger language plpgsql as $$
begin
  insert into status_news (gateway_id, at, status, reported, fault_code)
  values (new.gateway_id, greatest(new.since, new.last_seen_at), new.status, new.reported, new.fault_code);
  return null;
end
$$;

-- Only what may be told: whether a gateway is away, and its fault. That it begins to heat, or stops, is no news.
create function told_condition(reported text, fault_code text) returns text
language sql immutable parallel safe
return case
  when reported in ('ERROR', 'WARNING') then reported || coalesce(' ' || fault_code, '')
  when reported in ('UNKNOWN', 'OFFLINE') then ''
  else 'well'
end;

create trigger gateway_status_news after update of status, reported, fault_code on gateway_status for each row
  when (
    (old.status = 'OFFLINE') is distinct from (new.status = 'OFFLINE')
    or told_condition(old.reported, old.fault_code) is distinct from told_condition(new.reported, new.fault_code)
  )
  execute function keep_status_news();

-- What the rules know of a gateway, and when they are to look again though nothing was reported.
create table notice_state (
  gateway_id uuid primary key references gateway (id) on delete cascade,
  state jsonb not null,
  due_at timestamptz
);

create index notice_state_due on notice_state (due_at) where due_at is not null;

-- When a listener listened: each process prolongs its own row as long as it lives.
create table listener_beat (
  listener uuid not null,
  began_at timestamptz not null,
  until timestamptz not null check (until >= began_at),
  primary key (listener, began_at)
);

create index listener_beat_until on listener_beat (until);

-- Null choices: the usual ones. The language is that of the page which the person used last.
create table notice_settings (
  person_id uuid primary key references person (id) on delete cascade,
  choices jsonb,
  quiet_hours jsonb,
  paused_until timestamptz,
  language text
);

create table notice_choice (
  person_id uuid not null,
  gateway_id uuid not null,
  choices jsonb not null,
  primary key (person_id, gateway_id),
  foreign key (person_id, gateway_id) references connection (person_id, gateway_id) on delete cascade
);

-- What a person was told, about one of their appliances or none. dedupe names what it tells, so that it is told once.
create table notice (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references person (id) on delete cascade,
  gateway_id uuid,
  event jsonb not null,
  brand text not null,
  dedupe text not null,
  in_portal boolean not null,
  created_at timestamptz not null,
  read_at timestamptz,
  foreign key (person_id, gateway_id) references connection (person_id, gateway_id) on delete cascade,
  unique (person_id, dedupe)
);

create index notice_of_appliance on notice (person_id, gateway_id) where gateway_id is not null;
create index notice_in_portal on notice (person_id, created_at desc, id desc) where in_portal;
create index notice_unread on notice (person_id) where in_portal and read_at is null;
create index notice_created on notice (created_at);

-- Who was told of a fault or of silence that is not over: they are told of its end.
create table told_trouble (
  person_id uuid not null,
  gateway_id uuid not null,
  trouble text not null,
  primary key (person_id, gateway_id, trouble),
  foreign key (person_id, gateway_id) references connection (person_id, gateway_id) on delete cascade
);

-- A browser that web push reaches. It goes with the session of that browser.
create table push_subscription (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references person (id) on delete cascade,
  session_digest bytea references session (id_digest) on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null
);

create index push_subscription_person on push_subscription (person_id);
create index push_subscription_session on push_subscription (session_digest);

-- One delivery: a notice by mail, or to one browser by push. A code to an address that is to be verified is no notice.
create table outbox (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references person (id) on delete cascade,
  channel text not null check (channel in ('mail', 'push')),
  notice_id uuid references notice (id) on delete cascade,
  push_subscription_id uuid references push_subscription (id) on delete cascade,
  code jsonb,
  state text not null default 'WAITING' check (state in ('WAITING', 'SENT', 'UNDELIVERABLE')),
  created_at timestamptz not null,
  due_at timestamptz not null,
  tries smallint not null default 0,
  ended_at timestamptz,
  check ((notice_id is null) = (code is not null)),
  check ((channel = 'push') = (push_subscription_id is not null)),
  check ((state = 'WAITING') = (ended_at is null))
);

create index outbox_due on outbox (channel, due_at) where state = 'WAITING';
create index outbox_person on outbox (person_id, created_at);
create index outbox_notice on outbox (notice_id);
create index outbox_push_subscription on outbox (push_subscription_id);
create index outbox_ended on outbox (ended_at) where ended_at is not null;

-- A row while the operator lets no mail go out.
create table mail_pause (
  id boolean primary key default true check (id),
  since timestamptz not null
);

-- The e-mail address that a person has shown to read; notices go there as long as it is the contact e-mail.
create table verified_mail (
  person_id uuid primary key references person (id) on delete cascade,
  address text not null,
  verified_at timestamptz not null
);

-- The code that was sent to an address, and how often a wrong one was typed.
create table mail_code (
  person_id uuid primary key references person (id) on delete cascade,
  address text not null,
  code_digest bytea not null,
  tries smallint not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null
);

-- Browsers that a person was seen with, by the digest of a cookie.
create table known_browser (
  person_id uuid not null references person (id) on delete cascade,
  browser_digest bytea not null,
  seen_at timestamptz not null,
  primary key (person_id, browser_digest)
);

create index known_browser_seen on known_browser (seen_at);
