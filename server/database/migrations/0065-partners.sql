-- Programs of third parties, the clients of the portal's authorization server. `secret_digest` is null for a public client. The
-- developer may be erased; an approved client stays.
create table partner_client (
  id uuid primary key default gen_random_uuid(),
  developer_id uuid references person on delete set null,
  name text not null,
  contact_email text not null,
  redirect_uris text[] not null,
  secret_digest bytea,
  state text not null check (state in ('sandbox', 'requested', 'approved', 'refused', 'suspended')),
  company_name text,
  register_number text,
  country text,
  terms_version text not null,
  created_at timestamptz not null,
  decided_at timestamptz
);
create index partner_client_developer on partner_client (developer_id);

-- The test appliances of a client: each registered client has three. They have no gateway and are in nobody's list.
create table partner_test_appliance (
  id uuid primary key default gen_random_uuid(),
  client_id uuid not null references partner_client on delete cascade,
  name text not null,
  appliance_type text not null,
  status text not null,
  fault_code text,
  since timestamptz not null
);
create index partner_test_appliance_client on partner_test_appliance (client_id);

-- One appliance that an owner or co-owner shares with a client. `authorization_id` is the grant of the authorization server that the
-- tokens name; a consent to several appliances has a row for each. Whether a row is in force also depends on the person's role:
-- see `grantInForce`. A grant is for one real or one test appliance. `history_months`: how far back from `created_at` the client may read.
create table partner_grant (
  id uuid primary key default gen_random_uuid(),
  client_id uuid not null references partner_client on delete cascade,
  gateway_id uuid references gateway on delete cascade,
  test_appliance_id uuid references partner_test_appliance on delete cascade,
  person_id uuid not null references person on delete cascade,
  authorization_id text not null,
  datatypes text[] not null,
  history_months int not null check (history_months between 0 and 24),
  purpose text not null,
  created_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  check (num_nonnulls(gateway_id, test_appliance_id) = 1)
);
create unique index partner_grant_open on partner_grant (client_id, coalesce(gateway_id, test_appliance_id), person_id)
  where ended_at is null;
create index partner_grant_gateway on partner_grant (gateway_id) where ended_at is null;
create index partner_grant_person on partner_grant (person_id);
create index partner_grant_authorization on partner_grant (authorization_id);

-- What the authorization server stores of its protocol: sessions, interactions, codes, tokens, grants. The id of a secret is stored
-- as its digest.
create table partner_artifact (
  kind text not null,
  id text not null,
  payload jsonb not null,
  uid text,
  user_code text,
  grant_id text,
  account_id text,
  consumed_at bigint,
  expires_at timestamptz not null,
  primary key (kind, id)
);
create index partner_artifact_uid on partner_artifact (uid) where uid is not null;
create index partner_artifact_user_code on partner_artifact (user_code) where user_code is not null;
create index partner_artifact_grant on partner_artifact (grant_id) where grant_id is not null;
create index partner_artifact_account on partner_artifact (account_id) where account_id is not null;
create index partner_artifact_expiry on partner_artifact (expires_at);

-- The keys that sign ID tokens, newest first by `created_at`. `sealed` is the private JWK, encrypted.
create table partner_key (
  kid text primary key,
  sealed bytea not null,
  created_at timestamptz not null
);
