-- The sign-in address that the person confirmed by a code. It counts only as long as it is still `email`.
alter table person add column confirmed_email text;
