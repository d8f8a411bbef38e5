-- When a person is erased for good, if they have asked for it; and when they last signed in at the identity provider, if it sends that.
-- The release before writes neither, and erases nobody.
alter table person add column erase_at timestamptz;

alter table session add column authenticated_at timestamptz;
