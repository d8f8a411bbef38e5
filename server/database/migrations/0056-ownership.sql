-- An earlier owner keeps the files of exports that were ready. Such a request has no gateway any more, like the data about a person.
alter table data_export
  drop constraint data_export_sources_check,
  add constraint data_export_sources_check check (
    cardinality(sources) >= 1 and sources <@ array['HEATLYTICS', 'RST', 'HCC', 'PERSON']
    and (gateway_id is null or sources <> array['PERSON'])
  );

-- From when on the owner sees faults, if an earlier owner shared them. Null: since they became owner.
alter table connection
  add column faults_since timestamptz,
  add constraint connection_faults_since check (faults_since is null or owner_since is not null) not valid;

alter table access_event
  drop constraint access_event_kind_check,
  add constraint access_event_kind_check check (
    kind in (
      'given', 'left', 'removed', 'changed', 'week-before', 'day-before', 'end', 'ownership-ended', 'ownership-begun'
    )
  );
