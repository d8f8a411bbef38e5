-- Names that say what they hold. The release before still reads and writes the old ones, through two views and a column that
-- a trigger copies. The release after this one drops both views, the trigger, its function and `told_at`.

-- The recipients of the start notice of a fault or a silence that has not ended.
alter table told_trouble rename to open_trouble;
alter table open_trouble rename constraint told_trouble_pkey to open_trouble_pkey;
alter table open_trouble rename constraint told_trouble_person_id_gateway_id_fkey to open_trouble_person_id_gateway_id_fkey;
create view told_trouble as select person_id, gateway_id, trouble from open_trouble;

-- Changes of statuses and faults that the notice jobs have not judged.
alter table status_news rename to unjudged_change;
alter table unjudged_change rename constraint status_news_pkey to unjudged_change_pkey;
alter index status_news_gateway rename to unjudged_change_gateway;
create view status_news as select id, gateway_id, at, status, reported, fault_code from unjudged_change;

-- The time that the status with this sequence number was published with; null until it is published after this migration. Rows
-- are not filled here: readers then use the later of `since` and `last_seen_at`.
alter table gateway_status add column published_at timestamptz;

create function copy_told_at() returns trigger language plpgsql as $$
begin
  if new.told_at is distinct from old.told_at then
    new.published_at := new.told_at;
  else
    new.told_at := new.published_at;
  end if;
  return new;
end
$$;

create trigger gateway_status_told_at before update on gateway_status for each row
when (new.told_at is distinct from old.told_at or new.published_at is distinct from old.published_at)
execute function copy_told_at();
