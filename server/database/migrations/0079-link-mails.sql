-- An invitation or hand-over that goes to an address. The token of its link is encrypted. Nothing of it stays once the
-- delivery has ended.
alter table outbox
  add column link jsonb,
  drop constraint outbox_check,
  add constraint outbox_content check (num_nonnulls(notice_id, code, link) = 1) not valid;
