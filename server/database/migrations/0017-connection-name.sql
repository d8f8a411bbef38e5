-- What the person calls the appliance; null for nothing, and where the release before added it.
alter table connection add column name text;
