-- People, the registry of gateways, who added which, and what companies may do with them.

create table person (
  id uuid primary key default gen_random_uuid(),
  issuer text not null,
  subject text not null,
  email text,
  first_name text,
  last_name text,
  contact_email text,
  contact_phone text,
  phone_country_code text,
  country text,
  created_at timestamptz not null default now(),
  unique (issuer, subject)
);

-- The registry: written by operators, before anybody claims.
create table gateway (
  id uuid primary key default gen_random_uuid(),
  serial text not null unique,
  type text not null check (type in ('icom', 'rrc1', 'rrc2', 'k30', 'cold', 'hot')),
  appliance_type text not null check (appliance_type in ('BOILER', 'HP', 'HYBRID', 'UNKNOWN')),
  brand text not null,
  claim_digest bytea not null check (length(claim_digest) = 32),
  device_key_digest bytea not null check (length(device_key_digest) = 32),
  registered_at timestamptz not null default now()
);

-- Whose appliance it is: an owner has owner_since, a viewer has not.
create table connection (
  person_id uuid not null references person (id) on delete cascade,
  gateway_id uuid not null references gateway (id) on delete cascade,
  added_at timestamptz not null,
  owner_since timestamptz,
  primary key (person_id, gateway_id)
);

create index connection_gateway on connection (gateway_id);

create unique index connection_one_owner on connection (gateway_id) where owner_since is not null;

create table address (
  gateway_id uuid primary key references gateway (id) on delete cascade,
  street text[] not null check (cardinality(street) between 1 and 2),
  postal_code text not null,
  city text not null,
  country text not null check (country ~ '^[A-Z]{2}$')
);

create table company (
  id uuid primary key,
  name text not null,
  email text,
  phone text,
  street text[] not null check (cardinality(street) between 1 and 2),
  postal_code text not null,
  city text not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  brands text[] not null,
  accepts_automatically boolean not null
);

create table support_company (
  id uuid primary key,
  country text not null check (country ~ '^[A-Z]{2}$'),
  brand text not null,
  url text not null,
  unique (brand, country)
);

create table contract (
  id uuid primary key default gen_random_uuid(),
  gateway_id uuid not null references gateway (id) on delete cascade,
  company_type text not null check (company_type in ('SUPPORT', 'ASA')),
  company_id uuid references company (id),
  support_company_id uuid references support_company (id),
  status text not null check (status in ('PENDING', 'ACTIVE', 'DECLINED')),
  permission text not null check (permission in ('FULL_ACCESS', 'NOTIFICATIONS')),
  consent_version text not null,
  consent_language text not null,
  consented_at timestamptz not null,
  consented_by uuid references person (id) on delete set null,
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((company_type = 'SUPPORT') = (company_id is not null)),
  check ((company_type = 'ASA') = (support_company_id is not null))
);

create index contract_gateway on contract (gateway_id);

create unique index contract_one_of_each_type on contract (gateway_id, company_type)
  where ended_at is null and status <> 'DECLINED';

-- The counters of rate-limiter-flexible, shared by all processes.
create table rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
