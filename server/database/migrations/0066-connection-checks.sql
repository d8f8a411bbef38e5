-- no transaction
alter table connection validate constraint connection_faults_since;
alter table connection validate constraint connection_asks_first;
