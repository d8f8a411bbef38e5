-- Only what may be told: whether a gateway is away, and its fault. That it begins to heat, or stops, is no news.
create function told_condition(reported text, fault_code text) returns text
language sql immutable parallel safe
return case
  when reported in ('ERROR', 'WARNING') then reported || coalesce(' ' || fault_code, '')
  when reported in ('UNKNOWN', 'OFFLINE') then ''
  else 'well'
end;

drop trigger gateway_status_news on gateway_status;

create trigger gateway_status_news after update of status, reported, fault_code on gateway_status for each row
  when (
    (old.status = 'OFFLINE') is distinct from (new.status = 'OFFLINE')
    or told_condition(old.reported, old.fault_code) is distinct from told_condition(new.reported, new.fault_code)
  )
  execute function keep_status_news();

-- For answers of contracts that are to be told, and for exports that have failed.
create index contract_answered on contract (answered_at) where answered_at is not null;
create index data_export_file_failed on data_export_file (export_id) where state = 'ERROR';
