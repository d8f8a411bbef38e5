import { createHash } from 'node:crypto'
import { accessInForce } from '#server/database/access-in-force.ts'
import { type Queryable, execute, prepared, readFirst, readOne, readRows, sql } from '#server/database/sql.ts'

export type PersonKey = { issuer: string; subject: string }

/** The ids of these people in their order, null for an unknown person. */
export async function findPersonIds(db: Queryable, people: readonly PersonKey[]): Promise<(string | null)[]> {
  const found = sql<{ index: number; id: string }>`
    select index::integer - 1 as index, id
    from unnest(${people.map(({ issuer }) => issuer)}::text[], ${people.map(({ subject }) => subject)}::text[])
      with ordinality as asked (issuer, subject, index)
    join person using (issuer, subject)`
  const ids = new Map((await readRows(db, prepared('people', found))).map(({ index, id }) => [index, id]))
  return people.map((_, index) => ids.get(index) ?? null)
}

/** The email address of a sign-in. `isVerified`: the identity provider claims to have verified it. */
export type SignInEmail = { address: string; isVerified: boolean }

/** The names of a sign-in; null for one that the identity provider does not send. */
export type SignInNames = { firstName: string | null; lastName: string | null }

/** The data about a person that a sign-in brings. */
export type SignInPerson = { email: SignInEmail | null; names: SignInNames | null }

/**
 * Creates the person if missing. A new email address replaces the last one; if the sign-in has none, the last one
 * stays. A name fills only an empty field, so that a name from the account form stays.
 */
export async function keepPerson(
  db: Queryable,
  { issuer, subject }: PersonKey,
  { email, names }: SignInPerson,
): Promise<string> {
  const { id } = await readOne(
    db,
    sql<{ id: string }>`
      insert into person (issuer, subject, email, email_verified, first_name, last_name)
      values (${issuer}, ${subject}, ${email?.address ?? null}, ${email?.isVerified ?? false},
        ${names?.firstName ?? null}, ${names?.lastName ?? null})
      on conflict (issuer, subject) do update set email = coalesce(excluded.email, person.email),
        email_verified = case when excluded.email is null then person.email_verified else excluded.email_verified end,
        first_name = coalesce(person.first_name, excluded.first_name),
        last_name = coalesce(person.last_name, excluded.last_name)
      returning id`,
  )
  return id
}

export async function isEmailVerified(db: Queryable, personId: string): Promise<boolean> {
  const person = sql<{ isVerified: boolean }>`select email_verified as "isVerified" from person where id = ${personId}`
  return (await readFirst(db, person))?.isVerified ?? false
}

/** Stores the identity provider's claims about the address of a signed-in person. */
export async function keepEmail(db: Queryable, personId: string, { address, isVerified }: SignInEmail): Promise<void> {
  await execute(
    db,
    sql`
      update person set email = ${address}, email_verified = ${isVerified}
      where id = ${personId} and (email, email_verified) is distinct from (${address}::text, ${isVerified}::boolean)`,
  )
}

/** Identifies an access token between processes without containing it. */
export function digestOfToken(accessToken: string): Buffer {
  return createHash('sha256').update(accessToken).digest()
}

/** Longer than the API accepts a token after its expiry. */
const keptAfterExpiryMs = 60_000

/** More tokens than a session has at a time, and few enough for one notification of PostgreSQL. */
const maxPublishedTokens = 100

export type SessionToken = { accessToken: string; sessionDigest: Buffer; expiresAt: Date }

/** Stores an earlier access token of the session, so that the end of the session also ends this token. */
export async function keepEarlierToken(
  db: Queryable,
  { accessToken, sessionDigest, expiresAt }: SessionToken,
): Promise<void> {
  await execute(
    db,
    sql`
      insert into session_token (token_digest, session_digest, expires_at)
      values (${digestOfToken(accessToken)}, ${sessionDigest}, ${expiresAt}) on conflict do nothing`,
  )
}

/** `lastToken` is null if it cannot be decrypted. */
export type EndedSession = { sessionDigest: Buffer; lastToken: SessionToken | null; now: number }

type TokenRow = { tokenDigest: Buffer; expiresAt: Date }

/** Ends all tokens of a session; returns the digests of those that may still be valid, the latest first. */
export async function endTokens(db: Queryable, { sessionDigest, lastToken, now }: EndedSession): Promise<Buffer[]> {
  if (lastToken) await keepEarlierToken(db, lastToken)
  const ended = await readRows(
    db,
    sql<TokenRow>`
      update session_token set ended = true
      where session_digest = ${sessionDigest} and expires_at > ${new Date(now - keptAfterExpiryMs)}
      returning token_digest as "tokenDigest", expires_at as "expiresAt"`,
  )
  return latestOf(ended)
}

function latestOf(tokens: readonly TokenRow[]): Buffer[] {
  const latestFirst = tokens.toSorted((one, other) => other.expiresAt.getTime() - one.expiresAt.getTime())
  return latestFirst.slice(0, maxPublishedTokens).map(({ tokenDigest }) => tokenDigest)
}

/** The digests of ended tokens that may still be valid: the `limit` with the longest lifetimes. */
export async function readEndedTokens(
  db: Queryable,
  { now, limit }: { now: number; limit: number },
): Promise<Buffer[]> {
  const tokens = await readRows(
    db,
    sql<{ digest: Buffer }>`
      select token_digest as digest from session_token
      where ended and expires_at > ${new Date(now - keptAfterExpiryMs)} order by expires_at desc limit ${limit}`,
  )
  return tokens.map(({ digest }) => digest)
}

export async function deleteExpiredTokens(db: Queryable, now: number): Promise<void> {
  await execute(db, sql`delete from session_token where expires_at <= ${new Date(now - keptAfterExpiryMs)}`)
}

/**
 * Locks a person, and returns the ids of the gateways that they have at `now` (epoch ms) in sort order; null if nobody
 * has this id. With `isDue` only a person whose time to take back the deletion of the account is over by then.
 */
export async function lockPerson(
  transaction: Queryable,
  personId: string,
  { now, isDue = false }: { now: number; isDue?: boolean },
): Promise<string[] | null> {
  const found = await execute(
    transaction,
    sql`
      select from person
      where id = ${personId} and (not ${isDue}::boolean or erase_at <= ${new Date(now)}::timestamptz) for update`,
  )
  if (found === 0) return null
  const gateways = await readRows(
    transaction,
    sql<{ id: string }>`
      select c.gateway_id as id from connection c where c.person_id = ${personId} and ${accessInForce(now)}
      order by c.gateway_id`,
  )
  return gateways.map(({ id }) => id)
}

/**
 * Ends all sessions of a person. Returns their number, and the digests of their tokens that may still be valid, the
 * latest first. Needs no key: each session has the digest of its last token.
 */
export async function endSessionsOf(
  transaction: Queryable,
  personId: string,
): Promise<{ sessions: number; tokenDigests: Buffer[] }> {
  await execute(
    transaction,
    sql`
      insert into session_token (token_digest, session_digest, expires_at)
      select access_digest, id_digest, access_expires_at from session
      where person_id = ${personId} and access_digest is not null
      on conflict do nothing`,
  )
  const tokens = await readRows(
    transaction,
    sql<TokenRow>`
      update session_token set ended = true
      where session_digest in (select id_digest from session where person_id = ${personId})
      returning token_digest as "tokenDigest", expires_at as "expiresAt"`,
  )
  const sessions = await execute(transaction, sql`delete from session where person_id = ${personId}`)
  return { sessions, tokenDigests: latestOf(tokens) }
}

/** The people whose time to take back their deletion is over, the longest first. */
export async function findDueErasures(db: Queryable, now: Date, limit: number): Promise<string[]> {
  const people = await readRows(
    db,
    sql<{ id: string }>`select id from person where erase_at <= ${now} order by erase_at, id limit ${limit}`,
  )
  return people.map(({ id }) => id)
}

export async function deletePerson(transaction: Queryable, personId: string): Promise<void> {
  await execute(transaction, sql`delete from person where id = ${personId}`)
}
