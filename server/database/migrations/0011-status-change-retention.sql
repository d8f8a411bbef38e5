-- For the retention, which looks for what is old, whosever it is; rows come almost in the order of their time.
create index status_change_at on status_change using brin (at);
