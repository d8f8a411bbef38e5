-- Where an owner may be sent back to after accepting a company's invitation: addresses without their query.
alter table company add column return_addresses text[] not null default '{}';
