create sequence change_seq as bigint increment by 1024;

CREATE OR REPLACE FUNCTION public.add_telemetry_partition(parent text, name text, first_bound text, end_bound text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if to_regclass(name) is not null then
    return;
  end if;
  execute format('create table %I (like %I including all)', name, parent);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, name, first_bound, end_bound);
end
$function$;

CREATE OR REPLACE FUNCTION public.company_cut(folded text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  marks constant text := e' !"#$%&()*+,-./:;<=>?@[\\]^_`{|}~«»¡¿–—“”„…\t\n\r\'’‘ʼ·';
begin
  return array_remove(string_to_array(translate(folded, marks, repeat(' ', length(marks))), ' '), '');
end
$function$;

CREATE OR REPLACE FUNCTION public.company_endings(word text)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select substr(word, place) from generate_series(2, length(word) - 2) as place
$function$;

CREATE OR REPLACE FUNCTION public.company_entries(id uuid, name text, postal_code text, city text, country text, brands text[])
 RETURNS SETOF company_word
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE ROWS 10
AS $function$
declare
  postal_words text[] := company_words(company_fold(postal_code || ' ' || translate(postal_code, ' -', '')));
  words text[] := company_words(company_fold(name)) || postal_words || company_words(company_fold(city));
  line text := ' ' || array_to_string(words, ' ') || ' ';
begin
  return query
    select distinct country, brand, word, case when word = any (postal_words) then ' ' || line else line end, id
    from unnest(brands) as brand, unnest(array_append(words, '')) as word;
end
$function$;

CREATE OR REPLACE FUNCTION public.company_fold(value text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
begin
  if octet_length(value) > length(value) then
    value := translate(normalize(value, nfkd), 'øØłŁđĐðÐı', 'oOlLdDdDi');
    value := replace(replace(replace(replace(value, 'ß', 'ss'), 'ẞ', 'ss'), 'þ', 'th'), 'Þ', 'th');
    value := replace(replace(replace(replace(value, 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe');
    value := regexp_replace(value, '[\u0300-\u036f]', '', 'g');
  end if;
  return lower(value collate "C");
end
$function$;

CREATE OR REPLACE FUNCTION public.company_spelling_parts(word text)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select left(word, 4)
  union
  select overlay(left(word, 5) placing '' from place for 1) from generate_series(1, 5) as place where length(word) >= 5
  union
  select overlay(left(word, 6) placing '' from place for 1) from generate_series(1, 6) as place where length(word) >= 6
$function$;

CREATE OR REPLACE FUNCTION public.company_words(folded text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  unquoted text := translate(folded, e'\'’‘ʼ·', '');
  joined text := translate(unquoted, './', '');
  words text[] := company_cut(folded);
begin
  if joined <> folded then
    words := words || array(
      select distinct word from unnest(company_cut(unquoted) || company_cut(joined)) as word where word <> all (words)
    );
  end if;
  return words;
end
$function$;

CREATE OR REPLACE FUNCTION public.copy_late_report()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into telemetry_late_report (gateway_id, unit, ts, received_at, seq, payload)
  values (new.gateway_id, new.unit, new.ts, new.received_at, new.seq, new.payload) on conflict do nothing;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.drop_telemetry_partition(name text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format('drop table if exists %I', name);
  delete from telemetry_packing where partition = name;
end
$function$;

CREATE OR REPLACE FUNCTION public.ensure_telemetry_day_partition(day date)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  month date := date_trunc('month', day)::date;
begin
  perform pg_advisory_xact_lock(hashtextextended('telemetry partitions', 0));
  perform add_telemetry_partition(
    'telemetry_day', 'telemetry_day_' || to_char(month, 'YYYY_MM'), month::text, (month + interval '1 month')::date::text
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.ensure_telemetry_days(first_day date, last_day date)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  day date := first_day;
begin
  perform pg_advisory_xact_lock(hashtextextended('telemetry partitions', 0));
  while day <= last_day loop
    if to_regclass('telemetry_' || to_char(day, 'YYYY_MM')) is null then
      perform add_telemetry_partition(
        'telemetry', 'telemetry_' || to_char(day, 'YYYY_MM_DD'), day || ' 00:00:00+00', (day + 1) || ' 00:00:00+00'
      );
    end if;
    day := day + 1;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.ensure_telemetry_month_partition(day date)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  month date := date_trunc('month', day)::date;
begin
  perform pg_advisory_xact_lock(hashtextextended('telemetry partitions', 0));
  perform add_telemetry_partition(
    'telemetry_month', 'telemetry_month_' || to_char(month, 'YYYY_MM'), month::text, (month + interval '1 month')::date::text
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.ensure_telemetry_partitions(first_day date, last_day date)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  month date := date_trunc('month', first_day)::date;
  next_month date;
  name text;
begin
  perform pg_advisory_xact_lock(hashtextextended('telemetry partitions', 0));
  while month <= last_day loop
    next_month := (month + interval '1 month')::date;
    name := 'telemetry_' || to_char(month, 'YYYY_MM');
    if exists (
      select from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'telemetry'::regclass and c.relname like replace(name, '_', '\_') || '\_%'
    ) then
      perform ensure_telemetry_days(greatest(first_day, month), least(last_day, next_month - 1));
    else
      perform add_telemetry_partition('telemetry', name, month || ' 00:00:00+00', next_month || ' 00:00:00+00');
    end if;
    month := next_month;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.expect_rows(actual bigint, expected bigint)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  if actual <> expected then
    raise exception using errcode = 'GP001', message = format('%s rows instead of %s', actual, expected);
  end if;
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.forget_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from status_change where gateway_id = old.gateway_id;
  delete from unjudged_change where gateway_id = old.gateway_id;
  delete from fault_change where gateway_id = old.gateway_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.forget_names()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update audit set person_name = null, once_key = null where person_id = old.id;
  update audit set other_name = null, details = details || '{"person": null}'
  where details ? 'person' and details ->> 'person' = old.id::text;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.index_companies()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op in ('UPDATE', 'DELETE') then
    delete from company_word w
    using old_rows o, company_entries(o.id, o.name, o.postal_code, o.city, o.country, o.brands) e
    where (w.country, w.brand, w.word, w.line, w.company_id) = (e.country, e.brand, e.word, e.line, e.company_id);
  end if;
  if tg_op in ('UPDATE', 'INSERT') then
    with entry as materialized (
      select e.* from new_rows n, company_entries(n.id, n.name, n.postal_code, n.city, n.country, n.brands) e
    ), written as (
      insert into company_word select * from entry order by country, brand, word, line
    ), new_word as materialized (
      select w.country, w.word
      from (select distinct country, word from entry where length(word) >= 4 and word !~ '[0-9]') w
      where not exists (
        select from company_spelling s where (s.country, s.part, s.word) = (w.country, left(w.word, 4), w.word)
      )
    ), ended as (
      insert into company_ending
      select w.country, ending, w.word from new_word w, company_endings(w.word) as ending order by 1, 2, 3
      on conflict do nothing
    )
    insert into company_spelling
    select w.country, part, w.word from new_word w, company_spelling_parts(w.word) as part order by 1, 2, 3
    on conflict do nothing;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.keep_consent()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into consent (contract_id, version, language, given_at, given_by)
  values (new.id, new.consent_version, new.consent_language, new.consented_at, new.consented_by);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.leave_export_file()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into data_export_leftover (file_id) values (old.id) on conflict do nothing;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.note_fault_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.fault_changed_at := new.last_seen_at;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.queue_end_of_deleted_grant()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into partner_change (appliance_id, type, at, client_id, authorization_id, grant_id)
  values (
    coalesce(old.gateway_id, old.test_appliance_id), 'grant.ended', coalesce(old.ended_at, now()), old.client_id,
    old.authorization_id, old.id
  );
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.seal_empty_telemetry_partition(name text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  is_empty boolean;
begin
  execute format('lock table %I in access exclusive mode', name);
  execute format('select not exists (select from %I)', name) into is_empty;
  if is_empty and not exists (
    select from pg_constraint where conrelid = name::regclass and conname = 'telemetry_is_merged'
  ) then
    execute format('alter table %I add constraint telemetry_is_merged check (false) not valid', name);
  end if;
  return is_empty;
end
$function$;

CREATE OR REPLACE FUNCTION public.seal_telemetry_partition(name text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format('lock table %I in share row exclusive mode', name);
  if not exists (select from pg_trigger where tgrelid = name::regclass and tgname = 'telemetry_is_packed') then
    execute format(
      'create trigger telemetry_is_packed after insert on %I for each row execute function copy_late_report()', name
    );
  end if;
  insert into telemetry_packing (partition) values (name) on conflict do nothing;
end
$function$;

create table access_event (
  id bigint not null generated always as identity,
  gateway_id uuid not null,
  person_id uuid not null,
  kind text not null,
  role text,
  access_ends_at timestamp with time zone,
  due_at timestamp with time zone not null,
  actor_id uuid,
  constraint access_event_pkey PRIMARY KEY (id),
  constraint access_event_gateway_id_fkey FOREIGN KEY (gateway_id) REFERENCES gateway(id) ON DELETE CASCADE,
  constraint access_event_kind_check CHECK ((kind = ANY (ARRAY['given'::text, 'left'::text, 'removed'::text, 'changed'::text, 'week-before'::text, 'day-before'::text, 'end'::text, 'ownership-ended'::text, 'ownership-begun'::text, 'handover-declined'::text, 'handover-end'::text, 'requested'::text, 'request-accepted'::text, 'request-declined'::text, 'request-end'::text]))),
  constraint access_event_role_check CHECK ((role = ANY (ARRAY['CO_OWNER'::text, 'VIEWER'::text])))
);
CREATE INDEX access_event_due ON public.access_event USING btree (due_at);
CREATE INDEX access_event_of_access ON public.access_event USING btree (gateway_id, person_id);

create table access_invitation (
  id uuid not null default gen_random_uuid(),
  gateway_id uuid not null,
  token_digest bytea not null,
  role text not null,
  access_ends_at timestamp with time zone,
  invited_by uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  answer text,
  answered_by uuid,
  constraint access_invitation_pkey PRIMARY KEY (id),
  constraint access_invitation_answer_check CHECK ((answer = ANY (ARRAY['accepted'::text, 'declined'::text, 'cancelled'::text, 'replaced'::text]))),
  constraint access_invitation_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES person(id) ON DELETE SET NULL,
  constraint access_invitation_gateway_id_fkey FOREIGN KEY (gateway_id) REFERENCES gateway(id) ON DELETE CASCADE,
  constraint access_invitation_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES person(id) ON DELETE CASCADE,
  constraint access_invitation_role_check CHECK ((role = ANY (ARRAY['CO_OWNER'::text, 'VIEWER'::text]))),
  constraint access_invitation_token_digest_key UNIQUE (token_digest)
);
CREATE INDEX access_invitation_answered_by ON public.access_invitation USING btree (answered_by) WHERE (answered_by IS NOT NULL);
CREATE INDEX access_invitation_expiry ON public.access_invitation USING btree (expires_at);
CREATE INDEX access_invitation_of_person ON public.access_invitation USING btree (invited_by, created_at);
CREATE INDEX access_invitation_open ON public.access_invitation USING btree (gateway_id) WHERE (answer IS NULL);

create table access_request (
  id uuid not null default gen_random_uuid(),
  gateway_id uuid not null,
  person_id uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint access_request_pkey PRIMARY KEY (id),
  constraint access_request_gateway_id_fkey FOREIGN KEY (gateway_id) REFERENCES gateway(id) ON DELETE CASCADE,
  constraint access_request_gateway_id_person_id_key UNIQUE (gateway_id, person_id),
  constraint access_request_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);
CREATE INDEX access_request_of_person ON public.access_request USING btree (person_id);

create table address (
  gateway_id uuid not null,
  street text[] not null,
  postal_code text not null,
  city text not null,
  country text not null,
  constraint address_pkey PRIMARY KEY (gateway_id),
  constraint address_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint address_gateway_id_fkey FOREIGN KEY (gateway_id) REFERENCES gateway(id) ON DELETE CASCADE,
  constraint address_street_check CHECK (((cardinality(street) >= 1) AND (cardinality(street) <= 2)))
);

create table audit (
  id bigint not null generated always as identity,
  at timestamp with time zone not null,
  actor text not null,
  person_id uuid,
  operator text,
  session text,
  action text not null,
  gateway_id uuid,
  serial text,
  details jsonb not null default '{}'::jsonb,
  outcome text not null,
  request_id text,
  address text,
  summed boolean not null default false,
  count integer not null default 1,
  person_name text,
  other_name text,
  once_key text,
  constraint audit_pkey PRIMARY KEY (id),
  constraint audit_actor_check CHECK ((actor = ANY (ARRAY['person'::text, 'operator'::text, 'portal'::text, 'company'::text]))),
  constraint audit_check CHECK (((operator IS NULL) OR (actor = 'operator'::text)))
);
CREATE INDEX audit_at ON public.audit USING brin (at);
CREATE INDEX audit_gateway ON public.audit USING btree (gateway_id, at) WHERE (gateway_id IS NOT NULL);
CREATE UNIQUE INDEX audit_once ON public.audit USING btree (once_key) WHERE (once_key IS NOT NULL);
CREATE INDEX audit_other ON public.audit USING btree (((details ->> 'person'::text))) WHERE (details ? 'person'::text);
CREATE INDEX audit_person ON public.audit USING btree (person_id, at) WHERE (person_id IS NOT NULL);
CREATE INDEX audit_serial ON public.audit USING btree (serial, at) WHERE (serial IS NOT NULL);
CREATE UNIQUE INDEX audit_sum ON public.audit USING btree (person_id, action, outcome, at) NULLS NOT DISTINCT WHERE summed;

create table bus_message (
  id uuid not null,
  written_by xid8 not null default pg_current_xact_id(),
  at timestamp with time zone not null default clock_timestamp(),
  messages jsonb not null,
  constraint bus_message_pkey PRIMARY KEY (id)
);
CREATE INDEX bus_message_written ON public.bus_message USING btree (written_by);

create table company (
  id uuid not null,
  name text not null,
  email text,
  phone text,
  street text[] not null,
  postal_code text not null,
  city text not null,
  country text not null,
  brands text[] not null,
  accepts_automatically boolean not null,
  return_addresses text[] not null default '{}'::text[],
  constraint company_pkey PRIMARY KEY (id),
  constraint company_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint company_street_check CHECK (((cardinality(street) >= 1) AND (cardinality(street) <= 2)))
);
CREATE TRIGGER company_deleted AFTER DELETE ON public.company REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION index_companies();
CREATE TRIGGER company_inserted AFTER INSERT ON public.company REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION index_companies();
CREATE TRIGGER company_updated AFTER UPDATE ON public.company REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION index_companies();

create table company_ending (
  country text collate "C" not null,
  ending text collate "C" not null,
  word text collate "C" not null,
  constraint company_ending_pkey PRIMARY KEY (country, ending, word)
);

create table company_spelling (
  country text collate "C" not null,
  part text collate "C" not null,
  word text collate "C" not null,
  constraint company_spelling_pkey PRIMARY KEY (country, part, word)
);

create table company_word (
  country text collate "C" not null,
  brand text collate "C" not null,
  word text collate "C" not null,
  line text collate "C" not null,
  company_id uuid not null,
  constraint company_word_pkey PRIMARY KEY (country, brand, word, line, company_id)
);

create table connection (
  person_id uuid not null,
  gateway_id uuid not null,
  added_at timestamp with time zone not null,
  owner_since timestamp with time zone,
  name text,
  co_owner_since timestamp with time zone,
  ends_at timestamp with time zone,
  seq bigint not null default 0,
  faults_since timestamp with time zone,
  asks_first boolean not null default false,
  constraint connection_pkey PRIMARY KEY (person_id, gateway_id),
  constraint connection_asks_first CHECK (((NOT asks_first) OR (owner_since IS NOT NULL))),
  constraint connection_faults_since CHECK (((faults_since IS NULL) OR (owner_since IS NOT NULL))),
  constraint connection_gateway_id_fkey FOREIGN KEY (gateway_id) REFERENCES gateway(id) ON DELETE CASCADE,
  constraint connection_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint connection_role CHECK (((owner_since IS NULL) OR ((co_owner_since IS NULL) AND (ends_at IS NULL))))
);
CREATE INDEX connection_gateway ON public.connection USING btree (gateway_id);
CREATE UNIQUE INDEX connection_one_owner ON public.connection USING btree (gateway_id) WHERE (owner_since IS NOT NULL);

create table consent (
  id bigint not null generated always as identity,
  contract_id uuid not null,
  version text not null,
  language text not null,
  given_at timestamp with time zone not null,
  given_by uuid,
  constraint consent_pkey PRIMARY KEY (id),
  constraint consent_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contract(id) ON DELETE CASCADE,
  constraint consent_given_by_fkey FOREIGN KEY (given_by) REFERENCES person(id) ON DELETE SET NULL
);
CREATE INDEX consent_contract ON public.consent USING btree (contract_id, given_at);

create table contract (
  id uuid not null default gen_random_uuid(),
  gateway_id uuid not null,
  company_type text not null,
  company_id uuid,
  support_company_id uuid,
  status text not null,
  permission text not null,
  consent_version text not null,
  consent_language text not null,
  consented_at timestamp with time zone not null,
  consented_by uuid,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  answered_at timestamp with time zone,
  ended_by uuid,
  constraint contract_pkey PRIMARY KEY (id),
  constraint contract_check CHECK (((company_type = 'SUPPORT'::text) = (company_id IS NOT NULL))),
  constraint contract_check1 CHECK (((company_type = 'ASA'::text) = (support_company_id IS NOT NULL))),
  constraint contract_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint contract_company_type_check CHECK ((company_type = ANY (ARRAY['SUPPORT'::text, 'ASA'::text]))),
  constraint contract_consented_by_fkey FOREIGN KEY (consented_by) REFERENCES person(id) ON DELETE SET NULL,
  constraint contract_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES person(id) ON DELETE SET NULL,
  constraint contract_gateway_id_fkey FOREIGN KEY (gateway_id) REFERENCES gateway(id) ON DELETE CASCADE,
  constraint contract_permission_check CHECK ((permission = ANY (ARRAY['FULL_ACCESS'::text, 'NOTIFICATIONS'::text]))),
  constraint contract_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'ACTIVE'::text, 'DECLINED'::text]))),
  constraint contract_support_company_id_fkey FOREIGN KEY (support_company_id) REFERENCES support_company(id)
);
CREATE INDEX contract_answered ON public.contract USING btree (answered_at) WHERE (answered_at IS NOT NULL);
CREATE INDEX contract_gateway ON public.contract USING btree (gateway_id);
CREATE UNIQUE INDEX contract_one_of_each_type ON public.contract USING btree (gateway_id, company_type) WHERE ((ended_at IS NULL) AND (status <> 'DECLINED'::text));
CREATE TRIGGER contract_consent AFTER INSERT OR UPDATE OF consented_at ON public.contract FOR EACH ROW EXECUTE FUNCTION keep_consent();

create table data_export (
  id uuid not null default gen_random_uuid(),
  gateway_id uuid,
  person_id uuid not null,
  from_day date not null,
  to_day date not null,
  sources text[] not null,
  language text not null,
  created_at timestamp with time zone not null,
  brand text,
  constraint data_export_pkey PRIMARY KEY (id),
  constraint data_export_check CHECK ((to_day >= from_day)),
  constraint data_export_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint data_export_person_id_gateway_id_fkey FOREIGN KEY (person_id, gateway_id) REFERENCES connection(person_id, gateway_id) ON DELETE CASCADE,
  constraint data_export_sources_check CHECK (((cardinality(sources) >= 1) AND (sources <@ ARRAY['HEATLYTICS'::text, 'RST'::text, 'HCC'::text, 'PERSON'::text]) AND ((gateway_id IS NULL) OR (sources <> ARRAY['PERSON'::text]))))
);
CREATE INDEX data_export_of_owner ON public.data_export USING btree (gateway_id, person_id, created_at);

create table data_export_file (
  id uuid not null default gen_random_uuid(),
  export_id uuid not null,
  source text not null,
  name text not null,
  state text not null,
  reason text,
  bytes bigint,
  rows bigint,
  sha256 text,
  ready_at timestamp with time zone,
  expires_at timestamp with time zone,
  progress smallint not null default 0,
  starts smallint not null default 0,
  failures smallint not null default 0,
  retry_at timestamp with time zone,
  constraint data_export_file_pkey PRIMARY KEY (id),
  constraint data_export_file_check CHECK (((state = 'ERROR'::text) = (reason IS NOT NULL))),
  constraint data_export_file_check1 CHECK (((state <> ALL (ARRAY['READY'::text, 'EXPIRED'::text])) OR ((bytes IS NOT NULL) AND (rows IS NOT NULL) AND (sha256 IS NOT NULL) AND (expires_at IS NOT NULL)))),
  constraint data_export_file_export_id_fkey FOREIGN KEY (export_id) REFERENCES data_export(id) ON DELETE CASCADE,
  constraint data_export_file_export_id_source_key UNIQUE (export_id, source),
  constraint data_export_file_progress_check CHECK (((progress >= 0) AND (progress <= 100))),
  constraint data_export_file_reason_check CHECK ((reason = ANY (ARRAY['store-full'::text, 'store-unavailable'::text, 'failed'::text]))),
  constraint data_export_file_source_check CHECK ((source = ANY (ARRAY['HEATLYTICS'::text, 'RST'::text, 'HCC'::text, 'PERSON'::text]))),
  constraint data_export_file_state_check CHECK ((state = ANY (ARRAY['NOT_READY'::text, 'READY'::text, 'EXPIRED'::text, 'ERROR'::text])))
);
CREATE INDEX data_export_file_expiry ON public.data_export_file USING btree (expires_at) WHERE (state = 'READY'::text);
CREATE INDEX data_export_file_failed ON public.data_export_file USING btree (export_id) WHERE (state = 'ERROR'::text);
CREATE INDEX data_export_file_open ON public.data_export_file USING btree (export_id) WHERE (state = 'NOT_READY'::text);
CREATE TRIGGER data_export_file_left AFTER DELETE ON public.data_export_file FOR EACH ROW EXECUTE FUNCTION leave_export_file();

create table data_export_leftover (
  file_id uuid not null,
  constraint data_export_leftover_pkey PRIMARY KEY (file_id)
);

create table fault_change (
  id bigint not null generated always as identity,
  gateway_id uuid not null,
  at timestamp with time zone not null,
  code text,
  severity text,
  constraint fault_change_pkey PRIMARY KEY (id),
  constraint fault_change_check CHECK (((code IS NULL) OR (severity IS NOT NULL))),
  constraint fault_change_severity_check CHECK ((severity = ANY (ARRAY['ERROR'::text, 'WARNING'::text])))
);
CREATE INDEX fault_change_at ON public.fault_change USING brin (at);
CREATE INDEX fault_change_gateway ON public.fault_change USING btree (gateway_id, at);

create table fault_description (
  code text not null,
  language text not null,
  severity text not null,
  emergency boolean not null,
  title text not null,
  meaning text not null,
  heating text not null,
  self_help text[] not null,
  call text not null,
  constraint fault_description_pkey PRIMARY KEY (code, language),
  constraint fault_description_severity_check CHECK ((severity = ANY (ARRAY['ERROR'::text, 'WARNING'::text])))
);

create table gateway (
  id uuid not null default gen_random_uuid(),
  serial text not null,
  type text not null,
  appliance_type text not null,
  brand text not null,
  claim_digest bytea not null,
  device_key_digest bytea not null,
  registered_at timestamp with time zone not null default now(),
  constraint gateway_pkey PRIMARY KEY (id),
  constraint gateway_appliance_type_check CHECK ((appliance_type = ANY (ARRAY['BOILER'::text, 'HP'::text, 'HYBRID'::text, 'UNKNOWN'::text]))),
  constraint gateway_claim_digest_check CHECK ((length(claim_digest) = 32)),
  constraint gateway_device_key_digest_check CHECK ((length(device_key_digest) = 32)),
  constraint gateway_serial_key UNIQUE (serial),
  constraint gateway_type_check CHECK ((type = ANY (ARRAY['icom'::text, 'rrc1'::text, 'rrc2'::text, 'k30'::text, 'cold'::text, 'hot'::text])))
);

create table gateway_status (
  gateway_id uuid not null,
  status text not null,
  reported text not null,
  since timestamp with time zone not null,
  reported_at timestamp with time zone,
  last_seen_at timestamp with time zone not null,
  last_client text,
  newest jsonb not null default '{}'::jsonb,
  seq bigint not null,
  fault_code text,
  published_at timestamp with time zone,
  fault_changed_at timestamp with time zone,
  constraint gateway_status_pkey PRIMARY KEY (gateway_id),
  constraint gateway_status_gateway_id_fkey FOREIGN KEY (gateway_id) REFERENCES gateway(id) ON DELETE CASCADE,
  constraint gateway_status_reported_check CHECK ((reported = ANY (ARRAY['ERROR'::text, 'OFFLINE'::text, 'ONLINE'::text, 'UNKNOWN'::text, 'WARNING'::text, 'WORKING'::text]))),
  constraint gateway_status_status_check CHECK ((status = ANY (ARRAY['ERROR'::text, 'OFFLINE'::text, 'ONLINE'::text, 'UNKNOWN'::text, 'WARNING'::text, 'WORKING'::text])))
);
CREATE TRIGGER gateway_status_fault_changed BEFORE UPDATE ON public.gateway_status FOR EACH ROW WHEN ((((new.reported IS DISTINCT FROM old.reported) OR (new.fault_code IS DISTINCT FROM old.fault_code)) AND ((new.reported = ANY (ARRAY['ERROR'::text, 'WARNING'::text])) OR (old.reported = ANY (ARRAY['ERROR'::text, 'WARNING'::text]))))) EXECUTE FUNCTION note_fault_change();
CREATE TRIGGER gateway_status_first_fault BEFORE INSERT ON public.gateway_status FOR EACH ROW WHEN ((new.reported = ANY (ARRAY['ERROR'::text, 'WARNING'::text]))) EXECUTE FUNCTION note_fault_change();
CREATE TRIGGER gateway_status_removed AFTER DELETE ON public.gateway_status FOR EACH ROW EXECUTE FUNCTION forget_changes();

create table handover (
  id uuid not null default gen_random_uuid(),
  gateway_id uuid not null,
  token_digest bytea not null,
  started_by uuid not null,
  shares_faults boolean not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  answer text,
  answered_by uuid,
  constraint handover_pkey PRIMARY KEY (id),
  constraint handover_answer_check CHECK ((answer = ANY (ARRAY['accepted'::text, 'declined'::text, 'cancelled'::text, 'expired'::text]))),
  constraint handover_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES person(id) ON DELETE SET NULL,
  constraint handover_gateway_id_fkey FOREIGN KEY (gateway_id) REFERENCES gateway(id) ON DELETE CASCADE,
  constraint handover_started_by_fkey FOREIGN KEY (started_by) REFERENCES person(id) ON DELETE CASCADE,
  constraint handover_token_digest_key UNIQUE (token_digest)
);
CREATE INDEX handover_answered_by ON public.handover USING btree (answered_by) WHERE (answered_by IS NOT NULL);
CREATE INDEX handover_expiry ON public.handover USING btree (expires_at);
CREATE INDEX handover_of_person ON public.handover USING btree (started_by);
CREATE UNIQUE INDEX handover_open ON public.handover USING btree (gateway_id) WHERE (answer IS NULL);

create table kept_answer (
  person_id uuid not null,
  key text not null,
  request_digest bytea not null,
  refusal text,
  body text,
  kept_at timestamp with time zone not null,
  constraint kept_answer_pkey PRIMARY KEY (person_id, key),
  constraint kept_answer_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);
CREATE INDEX kept_answer_kept ON public.kept_answer USING btree (kept_at);
CREATE INDEX kept_answer_of_person ON public.kept_answer USING btree (person_id, kept_at);

create table known_browser (
  person_id uuid not null,
  browser_digest bytea not null,
  seen_at timestamp with time zone not null,
  constraint known_browser_pkey PRIMARY KEY (person_id, browser_digest),
  constraint known_browser_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);
CREATE INDEX known_browser_seen ON public.known_browser USING btree (seen_at);

create table listener_beat (
  listener uuid not null,
  began_at timestamp with time zone not null,
  until timestamp with time zone not null,
  constraint listener_beat_pkey PRIMARY KEY (listener, began_at),
  constraint listener_beat_check CHECK ((until >= began_at))
);
CREATE INDEX listener_beat_until ON public.listener_beat USING btree (until);

create table mail_code (
  person_id uuid not null,
  address text not null,
  code_digest bytea not null,
  tries smallint not null default 0,
  sent_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint mail_code_pkey PRIMARY KEY (person_id),
  constraint mail_code_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);

create table mail_pause (
  id boolean not null default true,
  since timestamp with time zone not null,
  constraint mail_pause_pkey PRIMARY KEY (id),
  constraint mail_pause_id_check CHECK (id)
);

create table notice (
  id uuid not null default gen_random_uuid(),
  person_id uuid not null,
  gateway_id uuid,
  event jsonb not null,
  brand text not null,
  dedupe text not null,
  in_portal boolean not null,
  created_at timestamp with time zone not null,
  read_at timestamp with time zone,
  is_emergency boolean not null default false,
  constraint notice_pkey PRIMARY KEY (id),
  constraint notice_person_id_dedupe_key UNIQUE (person_id, dedupe),
  constraint notice_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint notice_person_id_gateway_id_fkey FOREIGN KEY (person_id, gateway_id) REFERENCES connection(person_id, gateway_id) ON DELETE CASCADE
);
CREATE INDEX notice_created ON public.notice USING btree (created_at);
CREATE INDEX notice_in_portal ON public.notice USING btree (person_id, created_at DESC, id DESC) WHERE in_portal;
CREATE INDEX notice_of_appliance ON public.notice USING btree (person_id, gateway_id) WHERE (gateway_id IS NOT NULL);
CREATE INDEX notice_unread ON public.notice USING btree (person_id) WHERE (in_portal AND (read_at IS NULL));

create table notice_choice (
  person_id uuid not null,
  gateway_id uuid not null,
  choices jsonb not null,
  constraint notice_choice_pkey PRIMARY KEY (person_id, gateway_id),
  constraint notice_choice_person_id_gateway_id_fkey FOREIGN KEY (person_id, gateway_id) REFERENCES connection(person_id, gateway_id) ON DELETE CASCADE
);

create table notice_settings (
  person_id uuid not null,
  choices jsonb,
  quiet_hours jsonb,
  paused_until timestamp with time zone,
  language text,
  constraint notice_settings_pkey PRIMARY KEY (person_id),
  constraint notice_settings_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);

create table notice_state (
  gateway_id uuid not null,
  state jsonb not null,
  due_at timestamp with time zone,
  constraint notice_state_pkey PRIMARY KEY (gateway_id),
  constraint notice_state_gateway_id_fkey FOREIGN KEY (gateway_id) REFERENCES gateway(id) ON DELETE CASCADE
);
CREATE INDEX notice_state_due ON public.notice_state USING btree (due_at) WHERE (due_at IS NOT NULL);

create table open_trouble (
  person_id uuid not null,
  gateway_id uuid not null,
  trouble text not null,
  constraint open_trouble_pkey PRIMARY KEY (person_id, gateway_id, trouble),
  constraint open_trouble_person_id_gateway_id_fkey FOREIGN KEY (person_id, gateway_id) REFERENCES connection(person_id, gateway_id) ON DELETE CASCADE
);

create table outbox (
  id uuid not null default gen_random_uuid(),
  person_id uuid not null,
  channel text not null,
  notice_id uuid,
  push_subscription_id uuid,
  code jsonb,
  state text not null default 'WAITING'::text,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  tries smallint not null default 0,
  ended_at timestamp with time zone,
  last_answer text,
  unanswered smallint not null default 0,
  address text,
  link jsonb,
  constraint outbox_pkey PRIMARY KEY (id),
  constraint outbox_channel_check CHECK ((channel = ANY (ARRAY['mail'::text, 'push'::text]))),
  constraint outbox_check1 CHECK (((channel = 'push'::text) = (push_subscription_id IS NOT NULL))),
  constraint outbox_check2 CHECK (((state = 'WAITING'::text) = (ended_at IS NULL))),
  constraint outbox_content CHECK ((num_nonnulls(notice_id, code, link) = 1)),
  constraint outbox_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES notice(id) ON DELETE CASCADE,
  constraint outbox_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint outbox_push_subscription_id_fkey FOREIGN KEY (push_subscription_id) REFERENCES push_subscription(id) ON DELETE CASCADE,
  constraint outbox_state_check CHECK ((state = ANY (ARRAY['WAITING'::text, 'SENT'::text, 'UNDELIVERABLE'::text])))
);
CREATE INDEX outbox_due ON public.outbox USING btree (channel, due_at) WHERE (state = 'WAITING'::text);
CREATE INDEX outbox_ended ON public.outbox USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX outbox_notice ON public.outbox USING btree (notice_id);
CREATE INDEX outbox_person ON public.outbox USING btree (person_id, created_at);
CREATE INDEX outbox_push_subscription ON public.outbox USING btree (push_subscription_id);

create table page_presence (
  person_id uuid not null,
  seen_at timestamp with time zone not null,
  constraint page_presence_pkey PRIMARY KEY (person_id),
  constraint page_presence_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);

create table partner_answer (
  client_id uuid not null,
  key text not null,
  request_digest bytea not null,
  refusal text,
  body bytea,
  kept_at timestamp with time zone not null,
  constraint partner_answer_pkey PRIMARY KEY (client_id, key),
  constraint partner_answer_client_id_fkey FOREIGN KEY (client_id) REFERENCES partner_client(id) ON DELETE CASCADE
);
CREATE INDEX partner_answer_kept ON public.partner_answer USING btree (kept_at);
CREATE INDEX partner_answer_of_client ON public.partner_answer USING btree (client_id, kept_at);

create table partner_artifact (
  kind text not null,
  id text not null,
  payload jsonb not null,
  uid text,
  user_code text,
  grant_id text,
  account_id text,
  consumed_at bigint,
  expires_at timestamp with time zone not null,
  constraint partner_artifact_pkey PRIMARY KEY (kind, id)
);
CREATE INDEX partner_artifact_account ON public.partner_artifact USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX partner_artifact_expiry ON public.partner_artifact USING btree (expires_at);
CREATE INDEX partner_artifact_grant ON public.partner_artifact USING btree (grant_id) WHERE (grant_id IS NOT NULL);
CREATE INDEX partner_artifact_uid ON public.partner_artifact USING btree (uid) WHERE (uid IS NOT NULL);
CREATE INDEX partner_artifact_user_code ON public.partner_artifact USING btree (user_code) WHERE (user_code IS NOT NULL);

create table partner_change (
  id bigint not null generated always as identity,
  appliance_id uuid,
  type text not null,
  at timestamp with time zone not null,
  client_id uuid,
  authorization_id text,
  grant_id uuid,
  endpoint_id uuid,
  constraint partner_change_pkey PRIMARY KEY (id)
);

create table partner_client (
  id uuid not null default gen_random_uuid(),
  developer_id uuid,
  name text not null,
  contact_email text not null,
  redirect_uris text[] not null,
  secret_digest bytea,
  state text not null,
  company_name text,
  register_number text,
  country text,
  terms_version text not null,
  created_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  jwks jsonb,
  decision_reason text,
  needs_decision_notice boolean not null default false,
  constraint partner_client_pkey PRIMARY KEY (id),
  constraint partner_client_developer_id_fkey FOREIGN KEY (developer_id) REFERENCES person(id) ON DELETE SET NULL,
  constraint partner_client_keys CHECK (((jwks IS NULL) OR (secret_digest IS NOT NULL))),
  constraint partner_client_state_check CHECK ((state = ANY (ARRAY['sandbox'::text, 'requested'::text, 'approved'::text, 'refused'::text, 'suspended'::text])))
);
CREATE INDEX partner_client_developer ON public.partner_client USING btree (developer_id);

create table partner_delivery (
  id uuid not null default gen_random_uuid(),
  endpoint_id uuid not null,
  event_id uuid,
  challenge text,
  state text not null default 'WAITING'::text,
  tries integer not null default 0,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  tried_at timestamp with time zone,
  status integer,
  answer text,
  earlier_results jsonb not null default '[]'::jsonb,
  constraint partner_delivery_pkey PRIMARY KEY (id),
  constraint partner_delivery_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES partner_endpoint(id) ON DELETE CASCADE,
  constraint partner_delivery_event_id_endpoint_id_key UNIQUE (event_id, endpoint_id),
  constraint partner_delivery_event_id_fkey FOREIGN KEY (event_id) REFERENCES partner_event(id) ON DELETE CASCADE,
  constraint partner_delivery_state_check CHECK ((state = ANY (ARRAY['WAITING'::text, 'DELIVERED'::text, 'FAILED'::text])))
);
CREATE INDEX partner_delivery_created ON public.partner_delivery USING btree (created_at) WHERE (event_id IS NULL);
CREATE INDEX partner_delivery_due ON public.partner_delivery USING btree (endpoint_id, due_at) WHERE (state = 'WAITING'::text);
CREATE INDEX partner_delivery_due_at ON public.partner_delivery USING btree (due_at) WHERE (state = 'WAITING'::text);
CREATE INDEX partner_delivery_list ON public.partner_delivery USING btree (endpoint_id, created_at, id);

create table partner_endpoint (
  id uuid not null,
  client_id uuid not null,
  url text not null,
  types text[],
  state text not null,
  secret bytea not null,
  former_secret bytea,
  former_secret_until timestamp with time zone,
  created_at timestamp with time zone not null,
  is_slow boolean not null default false,
  failing_since timestamp with time zone,
  warned_at timestamp with time zone,
  disabled_reason text,
  constraint partner_endpoint_pkey PRIMARY KEY (id),
  constraint partner_endpoint_client_id_fkey FOREIGN KEY (client_id) REFERENCES partner_client(id) ON DELETE CASCADE,
  constraint partner_endpoint_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['client'::text, 'gone'::text, 'failing'::text]))),
  constraint partner_endpoint_state_check CHECK ((state = ANY (ARRAY['UNPROVEN'::text, 'ACTIVE'::text, 'DISABLED'::text])))
);
CREATE INDEX partner_endpoint_client ON public.partner_endpoint USING btree (client_id);
CREATE INDEX partner_endpoint_failing ON public.partner_endpoint USING btree (failing_since) WHERE (failing_since IS NOT NULL);

create table partner_event (
  position bigint not null,
  id uuid not null default gen_random_uuid(),
  type text not null,
  at timestamp with time zone not null,
  recorded_at timestamp with time zone not null,
  client_id uuid not null,
  authorization_id text,
  grant_id uuid,
  appliance_id uuid,
  endpoint_id uuid,
  constraint partner_event_pkey PRIMARY KEY ("position"),
  constraint partner_event_client_id_fkey FOREIGN KEY (client_id) REFERENCES partner_client(id) ON DELETE CASCADE,
  constraint partner_event_id_key UNIQUE (id)
);
CREATE INDEX partner_event_authorization ON public.partner_event USING btree (authorization_id, "position");
CREATE INDEX partner_event_client ON public.partner_event USING btree (client_id, "position");

create table partner_event_head (
  is_only boolean not null default true,
  position bigint not null,
  constraint partner_event_head_pkey PRIMARY KEY (is_only),
  constraint partner_event_head_is_only_check CHECK (is_only)
);

create table partner_grant (
  id uuid not null default gen_random_uuid(),
  client_id uuid not null,
  gateway_id uuid,
  test_appliance_id uuid,
  person_id uuid not null,
  authorization_id text not null,
  datatypes text[] not null,
  history_months integer not null,
  purpose text not null,
  created_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  logged text not null default 'NOTHING'::text,
  constraint partner_grant_pkey PRIMARY KEY (id),
  constraint partner_grant_check CHECK ((num_nonnulls(gateway_id, test_appliance_id) = 1)),
  constraint partner_grant_client_id_fkey FOREIGN KEY (client_id) REFERENCES partner_client(id) ON DELETE CASCADE,
  constraint partner_grant_gateway_id_fkey FOREIGN KEY (gateway_id) REFERENCES gateway(id) ON DELETE CASCADE,
  constraint partner_grant_history_months_check CHECK (((history_months >= 0) AND (history_months <= 24))),
  constraint partner_grant_logged_check CHECK ((logged = ANY (ARRAY['NOTHING'::text, 'BEGIN'::text, 'END'::text]))),
  constraint partner_grant_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint partner_grant_test_appliance_id_fkey FOREIGN KEY (test_appliance_id) REFERENCES partner_test_appliance(id) ON DELETE CASCADE
);
CREATE INDEX partner_grant_appliance ON public.partner_grant USING btree (COALESCE(gateway_id, test_appliance_id)) WHERE (ended_at IS NULL);
CREATE INDEX partner_grant_authorization ON public.partner_grant USING btree (authorization_id);
CREATE INDEX partner_grant_begin ON public.partner_grant USING btree (id) WHERE (logged = 'NOTHING'::text);
CREATE INDEX partner_grant_end ON public.partner_grant USING btree (id) WHERE ((logged = 'BEGIN'::text) AND (ended_at IS NOT NULL));
CREATE INDEX partner_grant_gateway ON public.partner_grant USING btree (gateway_id) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX partner_grant_open ON public.partner_grant USING btree (client_id, COALESCE(gateway_id, test_appliance_id), person_id) WHERE (ended_at IS NULL);
CREATE INDEX partner_grant_person ON public.partner_grant USING btree (person_id);
CREATE TRIGGER queue_end_of_deleted_grant AFTER DELETE ON public.partner_grant FOR EACH ROW WHEN ((old.logged = 'BEGIN'::text)) EXECUTE FUNCTION queue_end_of_deleted_grant();

create table partner_key (
  kid text not null,
  sealed bytea not null,
  created_at timestamp with time zone not null,
  constraint partner_key_pkey PRIMARY KEY (kid)
);

create table partner_test_appliance (
  id uuid not null default gen_random_uuid(),
  client_id uuid not null,
  name text not null,
  appliance_type text not null,
  status text not null,
  fault_code text,
  since timestamp with time zone not null,
  silent_since timestamp with time zone,
  constraint partner_test_appliance_pkey PRIMARY KEY (id),
  constraint partner_test_appliance_client_id_fkey FOREIGN KEY (client_id) REFERENCES partner_client(id) ON DELETE CASCADE
);
CREATE INDEX partner_test_appliance_client ON public.partner_test_appliance USING btree (client_id);

create table partner_test_fault (
  id uuid not null default gen_random_uuid(),
  appliance_id uuid not null,
  code text not null,
  severity text not null,
  began_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint partner_test_fault_pkey PRIMARY KEY (id),
  constraint partner_test_fault_appliance_id_fkey FOREIGN KEY (appliance_id) REFERENCES partner_test_appliance(id) ON DELETE CASCADE,
  constraint partner_test_fault_severity_check CHECK ((severity = ANY (ARRAY['ERROR'::text, 'WARNING'::text])))
);
CREATE INDEX partner_test_fault_appliance ON public.partner_test_fault USING btree (appliance_id, began_at);

create table person (
  id uuid not null default gen_random_uuid(),
  issuer text not null,
  subject text not null,
  email text,
  first_name text,
  last_name text,
  contact_email text,
  contact_phone text,
  phone_country_code text,
  country text,
  created_at timestamp with time zone not null default now(),
  email_verified boolean not null default false,
  confirmed_email text,
  erase_at timestamp with time zone,
  constraint person_pkey PRIMARY KEY (id),
  constraint person_issuer_subject_key UNIQUE (issuer, subject)
);
CREATE INDEX person_erase_at ON public.person USING btree (erase_at) WHERE (erase_at IS NOT NULL);
CREATE TRIGGER forget_names AFTER DELETE ON public.person FOR EACH ROW EXECUTE FUNCTION forget_names();

create table push_subscription (
  id uuid not null default gen_random_uuid(),
  person_id uuid not null,
  session_digest bytea,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamp with time zone not null,
  browser text,
  system text,
  constraint push_subscription_pkey PRIMARY KEY (id),
  constraint push_subscription_endpoint_key UNIQUE (endpoint),
  constraint push_subscription_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint push_subscription_session_digest_fkey FOREIGN KEY (session_digest) REFERENCES session(id_digest) ON DELETE CASCADE
);
CREATE INDEX push_subscription_person ON public.push_subscription USING btree (person_id);
CREATE INDEX push_subscription_session ON public.push_subscription USING btree (session_digest);

create table rate_limit (
  key character varying(255) not null,
  points integer not null default 0,
  expire bigint,
  constraint rate_limit_pkey PRIMARY KEY (key)
);

create table receipt (
  id uuid not null,
  gateway_id uuid not null,
  contract_id uuid,
  person_id uuid,
  kind text not null,
  at timestamp with time zone not null,
  consented_at timestamp with time zone not null,
  company_name text not null,
  jws text,
  digest bytea not null,
  grant_id uuid,
  constraint receipt_pkey PRIMARY KEY (id),
  constraint receipt_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contract(id) ON DELETE CASCADE,
  constraint receipt_gateway_id_fkey FOREIGN KEY (gateway_id) REFERENCES gateway(id) ON DELETE CASCADE,
  constraint receipt_kind_check CHECK ((kind = ANY (ARRAY['given'::text, 'renewed'::text, 'withdrawn'::text]))),
  constraint receipt_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE SET NULL
);
CREATE INDEX receipt_contract ON public.receipt USING btree (contract_id, at);
CREATE INDEX receipt_gateway ON public.receipt USING btree (gateway_id, at);
CREATE INDEX receipt_grant ON public.receipt USING btree (grant_id, at) WHERE (grant_id IS NOT NULL);
CREATE INDEX receipt_person ON public.receipt USING btree (person_id) WHERE (person_id IS NOT NULL);

create table receipt_key (
  kid text not null,
  public_key bytea not null,
  first_used_at timestamp with time zone not null,
  constraint receipt_key_pkey PRIMARY KEY (kid),
  constraint receipt_key_public_key_check CHECK ((length(public_key) = 32))
);

create table service_event (
  id bigint not null generated always as identity,
  gateway_id uuid not null,
  at timestamp with time zone not null,
  kind text not null,
  contract_id uuid,
  person_id uuid,
  constraint service_event_pkey PRIMARY KEY (id),
  constraint service_event_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contract(id) ON DELETE CASCADE,
  constraint service_event_gateway_id_fkey FOREIGN KEY (gateway_id) REFERENCES gateway(id) ON DELETE CASCADE,
  constraint service_event_kind_check CHECK ((kind = ANY (ARRAY['address-added'::text, 'address-changed'::text, 'address-erased'::text, 'contract-added'::text, 'contract-accepted'::text, 'contract-declined'::text, 'contract-replaced'::text, 'contract-ended'::text, 'consent-renewed'::text]))),
  constraint service_event_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE SET NULL
);
CREATE INDEX service_event_gateway ON public.service_event USING btree (gateway_id, at);

create table session (
  id_digest bytea not null,
  person_id uuid not null,
  refresh_token bytea,
  access_token bytea not null,
  access_expires_at timestamp with time zone not null,
  renew_at timestamp with time zone not null,
  id_token bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  renewed_at timestamp with time zone not null,
  renewal_claimed_until timestamp with time zone,
  browser text,
  system text,
  access_digest bytea,
  authenticated_at timestamp with time zone,
  constraint session_pkey PRIMARY KEY (id_digest),
  constraint session_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);
CREATE INDEX session_expiry ON public.session USING btree (expires_at);
CREATE INDEX session_person ON public.session USING btree (person_id);
CREATE INDEX session_renewal ON public.session USING btree (renewed_at);

create table session_token (
  token_digest bytea not null,
  session_digest bytea not null,
  expires_at timestamp with time zone not null,
  ended boolean not null default false,
  constraint session_token_pkey PRIMARY KEY (token_digest)
);
CREATE INDEX session_token_expiry ON public.session_token USING btree (expires_at);
CREATE INDEX session_token_session ON public.session_token USING btree (session_digest);

create table sign_in_attempt (
  state_digest bytea not null,
  browser_digest bytea not null,
  secrets bytea not null,
  return_to text not null,
  expires_at timestamp with time zone not null,
  constraint sign_in_attempt_pkey PRIMARY KEY (state_digest)
);
CREATE INDEX sign_in_attempt_expiry ON public.sign_in_attempt USING btree (expires_at);

create table status_change (
  id bigint not null generated always as identity,
  gateway_id uuid not null,
  at timestamp with time zone not null,
  status text not null,
  constraint status_change_pkey PRIMARY KEY (id)
);
CREATE INDEX status_change_at ON public.status_change USING brin (at);
CREATE INDEX status_change_by_gateway ON public.status_change USING btree (gateway_id, at, id) INCLUDE (status);

create table subscription (
  person_id uuid not null,
  gateway_id uuid not null,
  units text[] not null,
  constraint subscription_pkey PRIMARY KEY (person_id, gateway_id),
  constraint subscription_person_id_gateway_id_fkey FOREIGN KEY (person_id, gateway_id) REFERENCES connection(person_id, gateway_id) ON DELETE CASCADE
);

create table support_company (
  id uuid not null,
  country text not null,
  brand text not null,
  url text not null,
  constraint support_company_pkey PRIMARY KEY (id),
  constraint support_company_brand_country_key UNIQUE (brand, country),
  constraint support_company_country_check CHECK ((country ~ '^[A-Z]{2}$'::text))
);

create table takeover (
  id uuid not null default gen_random_uuid(),
  gateway_id uuid not null,
  person_id uuid not null,
  owner_id uuid,
  owner_since timestamp with time zone not null,
  started_at timestamp with time zone not null,
  waits_ms integer[] not null,
  proven_at timestamp with time zone,
  decided_at timestamp with time zone,
  ended_at timestamp with time zone,
  outcome text,
  notified_at timestamp with time zone,
  constraint takeover_pkey PRIMARY KEY (id),
  constraint takeover_check CHECK (((proven_at IS NULL) = (decided_at IS NULL))),
  constraint takeover_check1 CHECK (((ended_at IS NULL) = (outcome IS NULL))),
  constraint takeover_gateway_id_fkey FOREIGN KEY (gateway_id) REFERENCES gateway(id) ON DELETE CASCADE,
  constraint takeover_outcome_check CHECK ((outcome = ANY (ARRAY['done'::text, 'too-early'::text, 'too-late'::text, 'cancelled'::text, 'objected'::text, 'refused'::text, 'not-agreed'::text, 'owner-changed'::text]))),
  constraint takeover_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES person(id) ON DELETE SET NULL,
  constraint takeover_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint takeover_waits_ms_check CHECK ((cardinality(waits_ms) = 4))
);
CREATE INDEX takeover_due ON public.takeover USING btree (decided_at) WHERE (ended_at IS NULL);
CREATE INDEX takeover_ended ON public.takeover USING btree (ended_at) WHERE ((ended_at IS NOT NULL) AND (notified_at IS NULL));
CREATE INDEX takeover_of_gateway ON public.takeover USING btree (gateway_id, started_at);
CREATE INDEX takeover_of_owner ON public.takeover USING btree (owner_id) WHERE (owner_id IS NOT NULL);
CREATE INDEX takeover_of_person ON public.takeover USING btree (person_id, started_at);
CREATE UNIQUE INDEX takeover_open ON public.takeover USING btree (gateway_id) WHERE (ended_at IS NULL);

create table telemetry (
  gateway_id uuid not null,
  unit text not null,
  ts timestamp with time zone not null,
  received_at timestamp with time zone not null,
  seq bigint not null,
  payload jsonb not null,
  constraint telemetry_pkey PRIMARY KEY (gateway_id, unit, ts)
) partition by RANGE (ts);

create table telemetry_damage (
  gateway_id uuid not null,
  day date not null,
  noticed_at timestamp with time zone not null,
  constraint telemetry_damage_pkey PRIMARY KEY (gateway_id, day)
);

create table telemetry_day (
  gateway_id uuid not null,
  day date not null,
  part smallint not null,
  format smallint not null,
  report_count integer not null,
  hours bytea,
  data bytea not null,
  constraint telemetry_day_pkey PRIMARY KEY (gateway_id, day, part)
) partition by RANGE (day);

create table telemetry_late_report (
  gateway_id uuid not null,
  unit text not null,
  ts timestamp with time zone not null,
  received_at timestamp with time zone not null,
  seq bigint not null,
  payload jsonb not null,
  constraint telemetry_late_report_pkey PRIMARY KEY (gateway_id, unit, ts)
);

create table telemetry_merge (
  partition text not null,
  through uuid,
  constraint telemetry_merge_pkey PRIMARY KEY (partition)
);

create table telemetry_month (
  gateway_id uuid not null,
  day date not null,
  part smallint not null,
  days smallint not null,
  format smallint not null,
  report_count integer not null,
  hours bytea,
  data bytea not null,
  constraint telemetry_month_pkey PRIMARY KEY (gateway_id, day, part)
) partition by RANGE (day);

create table telemetry_packing (
  partition text not null,
  through uuid,
  is_complete boolean not null default false,
  constraint telemetry_packing_pkey PRIMARY KEY (partition)
);

create table terms_acceptance (
  person_id uuid not null,
  version text not null,
  locale text not null,
  accepted_at timestamp with time zone not null,
  constraint terms_acceptance_pkey PRIMARY KEY (person_id, version),
  constraint terms_acceptance_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);

create table unjudged_change (
  id bigint not null generated always as identity,
  gateway_id uuid not null,
  at timestamp with time zone not null,
  status text not null,
  reported text not null,
  fault_code text,
  constraint unjudged_change_pkey PRIMARY KEY (id)
);
CREATE INDEX unjudged_change_gateway ON public.unjudged_change USING btree (gateway_id, id);

create table verified_mail (
  person_id uuid not null,
  address text not null,
  verified_at timestamp with time zone not null,
  constraint verified_mail_pkey PRIMARY KEY (person_id),
  constraint verified_mail_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);

create view service_access as
SELECT k.gateway_id,
    k.id AS contract_id,
    k.company_type,
    COALESCE(k.company_id, k.support_company_id) AS company_id,
    COALESCE(p.name, s.url) AS party,
    k.permission,
    c.version AS consent_version,
    c.language,
    c.given_at,
    c.given_by,
    GREATEST(c.given_at, k.answered_at) AS since,
    LEAST(lead(c.given_at) OVER (PARTITION BY k.id ORDER BY c.given_at, c.id), k.ended_at) AS until,
    k.ended_by
   FROM (((contract k
     JOIN consent c ON ((c.contract_id = k.id)))
     LEFT JOIN company p ON ((p.id = k.company_id)))
     LEFT JOIN support_company s ON ((s.id = k.support_company_id)))
  WHERE (k.status = 'ACTIVE'::text);
