import { createHash } from 'node:crypto'
import { minuteMs } from '#contract/durations.ts'
import { accessInForceSql } from '#server/database/access-in-force.ts'
import { type Queryable, execute, readFirstRow, readRequiredRow, readRows } from '#server/database/sql.ts'

export type ProviderSubject = { issuer: string; subject: string }

/** Returns the ids of the people, in the order of `people`. An id is null if the person does not exist. */
export async function findPersonIdsBySubject(
  db: Queryable,
  people: readonly ProviderSubject[],
): Promise<(string | null)[]> {
  const rows = await readRows<{ index: number; id: string }>(db, 'people')`
    select index::integer - 1 as index, id
    from unnest(${people.map(({ issuer }) => issuer)}::text[], ${people.map(({ subject }) => subject)}::text[])
      with ordinality as asked (issuer, subject, index)
    join person using (issuer, subject)`
  const ids = new Map(rows.map(({ index, id }) => [index, id]))
  return people.map((_, index) => ids.get(index) ?? null)
}

/**
 * The email address in a sign-in. `isVerified`: whether the identity provider says that it has verified the address.
 */
export type SignInEmail = { address: string; isVerified: boolean }

/** The names in a sign-in. A name is null if the identity provider does not send it. */
export type SignInNames = { firstName: string | null; lastName: string | null }

/** The details of a person in a sign-in. `email` or `names` is null if the sign-in does not contain it. */
export type SignInPersonDetails = { email: SignInEmail | null; names: SignInNames | null }

/**
 * Creates the person if needed, and returns the person's id. A new email address replaces the stored one. A new name
 * fills only an empty field, so that a name from the account form is not replaced.
 */
export async function createOrUpdatePerson(
  db: Queryable,
  { issuer, subject }: ProviderSubject,
  { email, names }: SignInPersonDetails,
): Promise<string> {
  const { id } = await readRequiredRow<{ id: string }>(db)`
    insert into person (issuer, subject, email, email_verified, first_name, last_name)
    values (${issuer}, ${subject}, ${email?.address ?? null}, ${email?.isVerified ?? false},
      ${names?.firstName ?? null}, ${names?.lastName ?? null})
    on conflict (issuer, subject) do update set email = coalesce(excluded.email, person.email),
      email_verified = case when excluded.email is null then person.email_verified else excluded.email_verified end,
      first_name = coalesce(person.first_name, excluded.first_name),
      last_name = coalesce(person.last_name, excluded.last_name)
    returning id`
  return id
}

export async function isSignInEmailVerified(db: Queryable, personId: string): Promise<boolean> {
  const row = await readFirstRow<{ isVerified: boolean }>(db)`
    select email_verified as "isVerified" from person where id = ${personId}`
  return row?.isVerified ?? false
}

/** Stores the email address that the identity provider sent for a person, and whether it is verified. */
export async function saveSignInEmail(
  db: Queryable,
  personId: string,
  { address, isVerified }: SignInEmail,
): Promise<void> {
  await execute(db)`
    update person set email = ${address}, email_verified = ${isVerified}
    where id = ${personId} and (email, email_verified) is distinct from (${address}::text, ${isVerified}::boolean)`
}

/** Returns the digest of an access token. Processes send this digest to each other instead of the token. */
export function digestOfToken(accessToken: string): Buffer {
  return createHash('sha256').update(accessToken).digest()
}

/**
 * The time in milliseconds for which ended tokens are stored after their expiry. The API accepts an expired token for
 * less than this time.
 */
const keptAfterExpiryMs = minuteMs

/**
 * The maximum number of token digests in the bus message about an ended session, which must fit into one NOTIFY of
 * PostgreSQL. A session has fewer valid tokens, so no digest is omitted.
 */
const maxPublishedTokens = 100

export type SessionToken = { accessToken: string; sessionDigest: Buffer; expiresAt: Date }

/** Stores the digest of a session's access token, so that this token ends when the session ends. */
export async function saveSessionToken(
  db: Queryable,
  { accessToken, sessionDigest, expiresAt }: SessionToken,
): Promise<void> {
  await execute(db)`
    insert into session_token (token_digest, session_digest, expires_at)
    values (${digestOfToken(accessToken)}, ${sessionDigest}, ${expiresAt}) on conflict do nothing`
}

/** A session to end. `lastToken`: its last access token; null if the token cannot be decrypted. */
export type SessionToEnd = { sessionDigest: Buffer; lastToken: SessionToken | null; now: number }

type TokenRow = { tokenDigest: Buffer; expiresAt: Date }

/**
 * Ends all tokens of a session. Returns the digests of at most `maxPublishedTokens` tokens that may still be valid,
 * with the latest expiry first.
 */
export async function endSessionTokens(
  db: Queryable,
  { sessionDigest, lastToken, now }: SessionToEnd,
): Promise<Buffer[]> {
  if (lastToken) await saveSessionToken(db, lastToken)
  const rows = await readRows<TokenRow>(db)`
    update session_token set ended = true
    where session_digest = ${sessionDigest} and expires_at > ${new Date(now - keptAfterExpiryMs)}
    returning token_digest as "tokenDigest", expires_at as "expiresAt"`
  return latestOf(rows)
}

function latestOf(tokens: readonly TokenRow[]): Buffer[] {
  const latestFirst = tokens.toSorted((one, other) => other.expiresAt.getTime() - one.expiresAt.getTime())
  return latestFirst.slice(0, maxPublishedTokens).map(({ tokenDigest }) => tokenDigest)
}

/**
 * Returns the digests of ended tokens that may still be valid. If there are more than `limit`, returns the digests with
 * the latest expiry.
 */
export async function readEndedTokens(
  db: Queryable,
  { now, limit }: { now: number; limit: number },
): Promise<Buffer[]> {
  const tokens = await readRows<{ digest: Buffer }>(db)`
    select token_digest as digest from session_token
    where ended and expires_at > ${new Date(now - keptAfterExpiryMs)} order by expires_at desc limit ${limit}`
  return tokens.map(({ digest }) => digest)
}

export async function deleteExpiredTokens(db: Queryable, now: number): Promise<void> {
  await execute(db)`delete from session_token where expires_at <= ${new Date(now - keptAfterExpiryMs)}`
}

/**
 * Locks a person's row. Returns the sorted ids of the gateways that the person has at `now` (epoch ms), or null if no
 * person has this id. With `isDue`, also returns null if the person can still take back the deletion of the account.
 */
export async function lockPersonAndReadGatewayIds(
  transaction: Queryable,
  personId: string,
  { now, isDue = false }: { now: number; isDue?: boolean },
): Promise<string[] | null> {
  const foundCount = await execute(transaction)`
    select from person
    where id = ${personId} and (not ${isDue}::boolean or erase_at <= ${new Date(now)}::timestamptz) for update`
  if (foundCount === 0) return null
  const gateways = await readRows<{ id: string }>(transaction)`
    select c.gateway_id as id from connection c where c.person_id = ${personId} and ${accessInForceSql(now)}
    order by c.gateway_id`
  return gateways.map(({ id }) => id)
}

/**
 * Ends all sessions of a person. Returns the number of sessions, and the digests of at most `maxPublishedTokens` of
 * their tokens, with the latest expiry first. The function needs no encryption key, because a session's row has the
 * digest of its last token.
 */
export async function endSessionsOfPerson(
  transaction: Queryable,
  personId: string,
): Promise<{ sessions: number; tokenDigests: Buffer[] }> {
  await execute(transaction)`
    insert into session_token (token_digest, session_digest, expires_at)
    select access_digest, id_digest, access_expires_at from session
    where person_id = ${personId} and access_digest is not null
    on conflict do nothing`
  const tokens = await readRows<TokenRow>(transaction)`
    update session_token set ended = true
    where session_digest in (select id_digest from session where person_id = ${personId})
    returning token_digest as "tokenDigest", expires_at as "expiresAt"`
  const sessions = await execute(transaction)`delete from session where person_id = ${personId}`
  return { sessions, tokenDigests: latestOf(tokens) }
}

/**
 * Returns the ids of people who can no longer take back the deletion of their account. The deletions that were due
 * first come first.
 */
export async function findPeopleToErase(db: Queryable, now: Date, limit: number): Promise<string[]> {
  const people = await readRows<{ id: string }>(db)`
    select id from person where erase_at <= ${now} order by erase_at, id limit ${limit}`
  return people.map(({ id }) => id)
}

export async function deletePerson(transaction: Queryable, personId: string): Promise<void> {
  await execute(transaction)`delete from person where id = ${personId}`
}
