-- A receipt of a consent or of its end, for the person who gave it. `jws` is null after that person was erased; the digest
-- of it stays. `consented_at`: the consent that the receipt is about, which decides who may see it.
create table receipt (
  id uuid primary key,
  gateway_id uuid not null references gateway (id) on delete cascade,
  contract_id uuid not null references contract (id) on delete cascade,
  person_id uuid references person (id) on delete set null,
  kind text not null check (kind in ('given', 'renewed', 'withdrawn')),
  at timestamptz not null,
  consented_at timestamptz not null,
  company_name text not null,
  jws text,
  digest bytea not null
);
create index receipt_gateway on receipt (gateway_id, at);
create index receipt_contract on receipt (contract_id, at);
create index receipt_person on receipt (person_id) where person_id is not null;

-- The public keys of receipts, 32 bytes each. An earlier key stays, because its receipts are still verified.
create table receipt_key (
  kid text primary key,
  public_key bytea not null check (length(public_key) = 32),
  first_used_at timestamptz not null
);
