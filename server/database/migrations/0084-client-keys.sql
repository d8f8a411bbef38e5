-- The public keys of a client that signs in by `private_key_jwt`, as a JSON Web Key Set. Such a client also has a digest, of a
-- secret that nobody knows: a release before this one takes a client without a digest for a public one.
alter table partner_client
  add column jwks jsonb,
  add constraint partner_client_keys check (jwks is null or secret_digest is not null);
