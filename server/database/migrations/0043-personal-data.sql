-- A request without a gateway is for all data about its person, as one file of the source PERSON. The release before makes no such
-- file: it asks for the link of the person to the gateway.
alter table data_export
  alter column gateway_id drop not null,
  -- The brand of the page that requested it; others have the brand of their gateway.
  add column brand text,
  add constraint data_export_person_id_fkey foreign key (person_id) references person (id) on delete cascade,
  drop constraint data_export_sources_check,
  add constraint data_export_sources_check check (
    cardinality(sources) >= 1 and sources <@ array['HEATLYTICS', 'RST', 'HCC', 'PERSON']
    and (gateway_id is null) = (sources = array['PERSON'])
  );

alter table data_export_file
  drop constraint data_export_file_source_check,
  add constraint data_export_file_source_check check (source in ('HEATLYTICS', 'RST', 'HCC', 'PERSON'));
