-- What the mail server or the push service answered last; operators read it when an email did not arrive.
alter table outbox add column last_answer text;

-- Attempts that were handed to the mail server and whose end was never recorded, because the process was killed.
alter table outbox add column unanswered smallint not null default 0;

-- An address that was verified when the email was recorded. Null: the email goes where the person's email goes when it is sent.
alter table outbox add column address text;

-- A fault that the catalogue marks as an emergency. Settings and limits do not apply to it.
alter table notice add column is_emergency boolean not null default false;

-- What the identity provider said of `email` at the last sign-in. False until a person signs in again.
alter table person add column email_verified boolean not null default false;

-- Null for a browser that does not say its name.
alter table push_subscription add column browser text, add column system text;

-- A subscription without a session would outlive every sign-out.
delete from push_subscription where session_digest is null;
