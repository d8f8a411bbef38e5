-- Service settings of an appliance: who consented to what and when, and who changed what. Read by Data Act exports.

alter table contract
  add column answered_at timestamptz,
  add column ended_by uuid references person (id) on delete set null;

comment on column contract.answered_at is 'When the company accepted or declined by hand; null while it has not, and where it accepts automatically.';

-- Every consent that was ever given for a contract; the contract itself holds the latest.
create table consent (
  id bigint generated always as identity primary key,
  contract_id uuid not null references contract (id) on delete cascade,
  version text not null,
  language text not null,
  given_at timestamptz not null,
  given_by uuid references person (id) on delete set null
);

create index consent_contract on consent (contract_id, given_at);

create function keep_consent() returns trigger
language plpgsql as $$
begin
  insert into consent (contract_id, version, language, given_at, given_by)
  values (new.id, new.consent_version, new.consent_language, new.consented_at, new.consented_by);
  return null;
end
$$;

-- By trigger, so that no way of writing a contract can leave its history behind.
create trigger contract_consent after insert or update of consented_at on contract
  for each row execute function keep_consent();

insert into consent (contract_id, version, language, given_at, given_by)
select id, consent_version, consent_language, consented_at, consented_by from contract order by consented_at;

-- What happened to the service settings, without their values: an erased address leaves no trace here.
-- person_id is null where no person of the portal did it: a company answered, an account is gone.
create table service_event (
  id bigint generated always as identity primary key,
  gateway_id uuid not null references gateway (id) on delete cascade,
  at timestamptz not null,
  kind text not null check (kind in (
    'address-added', 'address-changed', 'address-erased',
    'contract-added', 'contract-accepted', 'contract-declined', 'contract-replaced', 'contract-ended', 'consent-renewed'
  )),
  contract_id uuid references contract (id) on delete cascade,
  person_id uuid references person (id) on delete set null
);

create index service_event_gateway on service_event (gateway_id, at);

-- The accesses of companies: a row for each consent, from when it allowed access until the next consent or the end.
-- `until` is null while it lasts. Only a contract that was accepted gave access.
create view service_access as
select
  k.gateway_id, k.id as contract_id, k.company_type, coalesce(k.company_id, k.support_company_id) as company_id,
  coalesce(p.name, s.url) as party, k.permission, c.version as consent_version, c.language, c.given_at, c.given_by,
  greatest(c.given_at, k.answered_at) as since,
  least(lead(c.given_at) over (partition by k.id order by c.given_at, c.id), k.ended_at) as until,
  k.ended_by
from contract k
join consent c on c.contract_id = k.id
left join company p on p.id = k.company_id
left join support_company s on s.id = k.support_company_id
where k.status = 'ACTIVE';
