import type { JWK } from 'jose'
import { DatabaseError, type Pool } from 'pg'
import { type Queryable, execute, readFirstRow, readRequiredRow, readRows, sql } from '#server/database/sql.ts'
import { inTransaction } from '#server/database/transaction.ts'

/**
 * An account of the identity provider. `emailVerified` is true for the demo's own accounts, and false for new
 * accounts and changed addresses, because the demo confirms no addresses.
 */
export type Account = GivenAndFamilyName & { id: string; email: string; emailVerified: boolean; passwordHash: string }
/** The names of a person. Each is null if the person left its field empty. */
export type GivenAndFamilyName = { givenName: string | null; familyName: string | null }
export type StoredArtifactPayload = Record<string, unknown>

/** The PostgreSQL error code for a violated unique constraint. */
const uniqueViolation = '23505'

/** The number of an advisory lock. With the lock, only one process at a time creates the schema or the first key. */
const schemaLock = 7_204_811

const schema = [
  sql`create schema if not exists identity`,
  sql`
    create table if not exists identity.account (
      id uuid primary key,
      email text not null,
      password_hash text not null,
      created_at timestamptz not null default now()
    )`,
  sql`alter table identity.account add column if not exists email_verified boolean not null default false`,
  sql`alter table identity.account add column if not exists given_name text`,
  sql`alter table identity.account add column if not exists family_name text`,
  sql`create unique index if not exists account_email on identity.account (lower(email))`,
  sql`
    create table if not exists identity.artifact (
      kind text not null,
      id text not null,
      payload jsonb not null,
      uid text,
      grant_id text,
      account_id text,
      consumed_at bigint,
      expires_at timestamptz not null,
      primary key (kind, id)
    )`,
  sql`create index if not exists artifact_uid on identity.artifact (uid) where uid is not null`,
  sql`create index if not exists artifact_grant on identity.artifact (grant_id) where grant_id is not null`,
  sql`create index if not exists artifact_expiry on identity.artifact (expires_at)`,
  sql`
    create table if not exists identity.signing_key (
      kid text primary key,
      jwk jsonb not null,
      position bigint generated always as identity
    )`,
  sql`create table if not exists identity.secret (name text primary key, value text not null)`,
  sql`
    create table if not exists identity.attempt (
      subject text primary key,
      count integer not null,
      window_ends timestamptz not null
    )`,
]

/** Creates the missing tables of the schema `identity`. Several processes can call this function at the same time. */
export async function createMissingTables(pool: Pool): Promise<void> {
  await inTransaction(pool, async (transaction) => {
    await execute(transaction)`select pg_advisory_xact_lock(${schemaLock})`
    for (const statement of schema) await transaction.query(statement)
  })
}

const account = sql`
  select id, email, email_verified as "emailVerified", password_hash as "passwordHash", given_name as "givenName",
    family_name as "familyName"
  from identity.account`

export async function findAccountByEmail(db: Queryable, email: string): Promise<Account | null> {
  return readFirstRow<Account>(db)`${account} where lower(email) = lower(${email})`
}

export async function findAccountById(db: Queryable, id: string): Promise<Account | null> {
  return readFirstRow<Account>(db)`${account} where id::text = ${id}`
}

/** Inserts an account. Returns false if another account has this email. */
export async function insertAccount(
  db: Queryable,
  { id, email, emailVerified, passwordHash, givenName, familyName }: Account,
): Promise<boolean> {
  const insertedCount = await execute(db)`
    insert into identity.account (id, email, email_verified, password_hash, given_name, family_name)
    values (${id}, ${email}, ${emailVerified}, ${passwordHash}, ${givenName}, ${familyName})
    on conflict do nothing`
  return insertedCount === 1
}

export async function markEmailVerified(db: Queryable, id: string): Promise<void> {
  await execute(db)`update identity.account set email_verified = true where id = ${id}`
}

/** Changes the email of an account, and marks it as not verified. Returns false if another account has this email. */
export async function updateEmail(db: Queryable, id: string, email: string): Promise<boolean> {
  try {
    await execute(db)`update identity.account set email = ${email}, email_verified = false where id = ${id}`
    return true
  } catch (error) {
    if (error instanceof DatabaseError && error.code === uniqueViolation) return false
    throw error
  }
}

export async function updatePasswordHash(db: Queryable, id: string, passwordHash: string): Promise<void> {
  await execute(db)`update identity.account set password_hash = ${passwordHash} where id = ${id}`
}

/**
 * A stored object of `oidc-provider`, such as a session, a code, a token or a grant. `expiresAt` is in epoch
 * milliseconds.
 */
export type ArtifactRow = { kind: string; id: string; payload: StoredArtifactPayload; expiresAt: number }

export async function saveArtifact(db: Queryable, { kind, id, payload, expiresAt }: ArtifactRow): Promise<void> {
  const { uid = null, grantId = null, accountId = null } = payload
  await execute(db)`
    insert into identity.artifact (kind, id, payload, uid, grant_id, account_id, expires_at)
    values (${kind}, ${id}, ${JSON.stringify(payload)}, ${uid}, ${grantId}, ${accountId}, ${new Date(expiresAt)})
    on conflict (kind, id) do update set payload = excluded.payload, uid = excluded.uid,
      grant_id = excluded.grant_id, account_id = excluded.account_id, expires_at = excluded.expires_at`
}

export type ArtifactKey = { kind: string; id: string; now: number }

type LivingArtifact = { payload: StoredArtifactPayload }

const livingArtifact = ({ kind, now }: ArtifactKey) => sql`
  select payload || case when consumed_at is null then '{}'::jsonb
                         else jsonb_build_object('consumed', consumed_at) end as payload
  from identity.artifact where kind = ${kind} and expires_at > ${new Date(now)}`

export async function findArtifact(db: Queryable, key: ArtifactKey): Promise<StoredArtifactPayload | undefined> {
  return (await readFirstRow<LivingArtifact>(db)`${livingArtifact(key)} and id = ${key.id}`)?.payload
}

export async function findArtifactByUid(db: Queryable, key: ArtifactKey): Promise<StoredArtifactPayload | undefined> {
  return (await readFirstRow<LivingArtifact>(db)`${livingArtifact(key)} and uid = ${key.id}`)?.payload
}

type GrantOf = { grantId: string | null }

/** Marks a code or refresh token as used. `first` is true only for the first call; later calls get false. */
export async function consumeArtifact(
  db: Queryable,
  { kind, id, now }: ArtifactKey,
): Promise<{ first: boolean; grantId: string | null }> {
  const consumedGrant = await readFirstRow<GrantOf>(db)`
    update identity.artifact set consumed_at = ${Math.floor(now / 1000)}
    where kind = ${kind} and id = ${id} and consumed_at is null returning grant_id as "grantId"`
  if (consumedGrant) return { first: true, ...consumedGrant }
  const existingGrant = await readFirstRow<GrantOf>(db)`
    select grant_id as "grantId" from identity.artifact where kind = ${kind} and id = ${id}`
  return { first: false, grantId: existingGrant?.grantId ?? null }
}

export async function deleteArtifact(db: Queryable, kind: string, id: string): Promise<void> {
  await execute(db)`delete from identity.artifact where kind = ${kind} and id = ${id}`
}

export async function deleteArtifactsOfGrant(db: Queryable, kind: string, grantId: string): Promise<void> {
  await execute(db)`delete from identity.artifact where kind = ${kind} and grant_id = ${grantId}`
}

/** Deletes the grant with all of its codes and tokens. */
export async function deleteGrant(db: Queryable, grantId: string): Promise<void> {
  await execute(db)`delete from identity.artifact where grant_id = ${grantId} or (kind = 'Grant' and id = ${grantId})`
}

/** Ends all sessions of the account except the session `exceptId`. The tokens of a session end with it. */
export async function deleteSessionsExcept(db: Queryable, accountId: string, exceptId: string): Promise<void> {
  await execute(db)`
    delete from identity.artifact where kind = 'Session' and account_id = ${accountId} and id <> ${exceptId}`
}

export async function deleteExpiredArtifacts(db: Queryable, now: number): Promise<void> {
  await execute(db)`delete from identity.artifact where expires_at <= ${new Date(now)}`
  await execute(db)`delete from identity.attempt where window_ends <= ${new Date(now)}`
}

/** Returns the private signing keys, newest first. */
export async function readPrivateSigningKeys(db: Queryable): Promise<JWK[]> {
  const keys = await readRows<{ jwk: JWK }>(db)`select jwk from identity.signing_key order by position desc`
  return keys.map(({ jwk }) => jwk)
}

export async function insertSigningKey(db: Queryable, kid: string, jwk: JWK): Promise<void> {
  await execute(db)`insert into identity.signing_key (kid, jwk) values (${kid}, ${JSON.stringify(jwk)})`
}

/** Inserts the key only if the table has no key, so that two processes that start at the same time use the same key. */
export async function insertFirstSigningKey(pool: Pool, kid: string, jwk: JWK): Promise<void> {
  await inTransaction(pool, async (transaction) => {
    await execute(transaction)`select pg_advisory_xact_lock(${schemaLock})`
    await execute(transaction)`
      insert into identity.signing_key (kid, jwk) select ${kid}, ${JSON.stringify(jwk)}::jsonb
      where not exists (select from identity.signing_key)`
  })
}

export async function deleteSigningKeysExcept(db: Queryable, kid: string): Promise<void> {
  await execute(db)`delete from identity.signing_key where kid <> ${kid}`
}

/** Returns the stored secret of this name. If no secret is stored, stores and returns `fresh`. */
export async function readOrStoreSecret(db: Queryable, name: string, fresh: string): Promise<string> {
  await execute(db)`insert into identity.secret (name, value) values (${name}, ${fresh}) on conflict do nothing`
  return (await readRequiredRow<{ value: string }>(db)`select value from identity.secret where name = ${name}`).value
}

export type AttemptWindow = { subject: string; now: number; windowMs: number }

/**
 * Counts an attempt of `subject`. Returns the number of attempts in the current window, and the end of the window in
 * epoch ms.
 */
export async function countAttempt(
  db: Queryable,
  { subject, now, windowMs }: AttemptWindow,
): Promise<{ count: number; windowEnds: number }> {
  const { count, windowEnds } = await readRequiredRow<{ count: number; windowEnds: Date }>(db)`
    insert into identity.attempt as kept (subject, count, window_ends)
    values (${subject}, 1, ${new Date(now + windowMs)})
    on conflict (subject) do update set
      count = case when kept.window_ends <= ${new Date(now)} then 1 else kept.count + 1 end,
      window_ends = case when kept.window_ends <= ${new Date(now)} then excluded.window_ends else kept.window_ends end
    returning count, window_ends as "windowEnds"`
  return { count, windowEnds: windowEnds.getTime() }
}

export async function deleteAttempts(db: Queryable, subject: string): Promise<void> {
  await execute(db)`delete from identity.attempt where subject = ${subject}`
}

export async function decrementAttempts(db: Queryable, subject: string): Promise<void> {
  await execute(db)`update identity.attempt set count = greatest(count - 1, 0) where subject = ${subject}`
}
