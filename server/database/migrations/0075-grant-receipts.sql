-- A receipt is of a contract or of a grant to a third party. The id of a grant stays after its person was erased.
alter table receipt alter column contract_id drop not null;
alter table receipt add column grant_id uuid;
