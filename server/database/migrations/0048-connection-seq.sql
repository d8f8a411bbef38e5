-- Grows with each change of what the person sees of an appliance's service settings: address, contracts, own name. It
-- orders answers and notifications. A new connection starts above all values of an earlier one of the same person.
alter table connection add column seq bigint not null default 0;
