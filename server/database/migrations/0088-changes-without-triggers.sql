-- Each statement that writes statuses of gateways records the changes (docs/decisions/047-notices-by-rules.md), and no release that
-- still runs uses the names from before 0039 (docs/decisions/090-stored-names-change-by-expand-and-contract.md).
drop trigger gateway_status_added on gateway_status;
drop trigger gateway_status_changed on gateway_status;
drop trigger gateway_status_told_at on gateway_status;
drop function keep_first_status, keep_changes, copy_told_at, fault_severity, told_condition;

create or replace function forget_changes() returns trigger language plpgsql as $$
begin
  delete from status_change where gateway_id = old.gateway_id;
  delete from unjudged_change where gateway_id = old.gateway_id;
  delete from fault_change where gateway_id = old.gateway_id;
  return null;
end
$$;

drop view status_news, told_trouble;
alter table gateway_status drop column told_at;
