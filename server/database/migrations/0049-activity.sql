-- The owner reads some audit records as the activity of the appliance. `person_name` is the name of `person_id` at that time,
-- `other_name` that of the person in `details`. `once_key` names what is recorded once a day, such as a view. The release before
-- leaves the columns null, and its records are shown without these names.
alter table audit add column person_name text, add column other_name text, add column once_key text;

alter table audit drop constraint audit_actor_check;
alter table audit add constraint audit_actor_check
  check (actor in ('person', 'operator', 'portal', 'company')) not valid;

-- An erased person leaves no name, also if the release before erases them.
create function forget_names() returns trigger language plpgsql as $$
begin
  update audit set person_name = null, once_key = null where person_id = old.id;
  update audit set other_name = null, details = details || '{"person": null}'
  where details ? 'person' and details ->> 'person' = old.id::text;
  return null;
end
$$;
create trigger forget_names after delete on person for each row execute function forget_names();
