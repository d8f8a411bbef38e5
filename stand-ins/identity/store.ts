import type { JWK } from 'jose'
import { DatabaseError } from 'pg'
import type { Pool } from 'pg'

export type Account = { id: string; email: string; passwordHash: string }
export type StoredArtifact = Record<string, unknown>

/** PostgreSQL error code. */
const uniqueViolation = '23505'

/** Any constant does; it keeps two starting processes from creating the schema at once. */
const schemaLock = 7_204_811

const schema = `
  create schema if not exists identity;
  create table if not exists identity.account (
    id uuid primary key,
    email text not null,
    password_hash text not null,
    created_at timestamptz not null default now()
  );
  create unique index if not exists account_email on identity.account (lower(email));
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
  );
  create index if not exists artifact_uid on identity.artifact (uid) where uid is not null;
  create index if not exists artifact_grant on identity.artifact (grant_id) where grant_id is not null;
  create index if not exists artifact_expiry on identity.artifact (expires_at);
  create table if not exists identity.signing_key (
    kid text primary key,
    jwk jsonb not null,
    position bigint generated always as identity
  );
  create table if not exists identity.secret (name text primary key, value text not null);
  create table if not exists identity.attempt (
    subject text primary key,
    count integer not null,
    window_ends timestamptz not null
  );
`

/** Creates what is missing of the schema `identity`. Safe to call from several processes at once. */
export async function prepareSchema(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [schemaLock])
    await client.query(schema)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

const accountColumns = 'id, email, password_hash as "passwordHash"'

export async function findAccountByEmail(pool: Pool, email: string): Promise<Account | undefined> {
  const found = await pool.query<Account>(
    `select ${accountColumns} from identity.account where lower(email) = lower($1)`,
    [email],
  )
  return found.rows[0]
}

export async function findAccountById(pool: Pool, id: string): Promise<Account | undefined> {
  const found = await pool.query<Account>(`select ${accountColumns} from identity.account where id::text = $1`, [id])
  return found.rows[0]
}

/** False when another account has this email. */
export async function insertAccount(pool: Pool, account: Account): Promise<boolean> {
  const inserted = await pool.query(
    'insert into identity.account (id, email, password_hash) values ($1, $2, $3) on conflict do nothing',
    [account.id, account.email, account.passwordHash],
  )
  return inserted.rowCount === 1
}

/** False when another account has this email. */
export async function updateEmail(pool: Pool, id: string, email: string): Promise<boolean> {
  try {
    await pool.query('update identity.account set email = $2 where id = $1', [id, email])
    return true
  } catch (error) {
    if (error instanceof DatabaseError && error.code === uniqueViolation) return false
    throw error
  }
}

export async function updatePasswordHash(pool: Pool, id: string, passwordHash: string): Promise<void> {
  await pool.query('update identity.account set password_hash = $2 where id = $1', [id, passwordHash])
}

/** A stored artifact of the protocol: a session, a code, a token, a grant. `expiresAt` in epoch milliseconds. */
export type ArtifactRow = { kind: string; id: string; payload: StoredArtifact; expiresAt: number }

export async function saveArtifact(pool: Pool, { kind, id, payload, expiresAt }: ArtifactRow): Promise<void> {
  await pool.query(
    `insert into identity.artifact (kind, id, payload, uid, grant_id, account_id, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (kind, id) do update set payload = excluded.payload, uid = excluded.uid,
       grant_id = excluded.grant_id, account_id = excluded.account_id, expires_at = excluded.expires_at`,
    [
      kind,
      id,
      JSON.stringify(payload),
      payload['uid'] ?? null,
      payload['grantId'] ?? null,
      payload['accountId'] ?? null,
      new Date(expiresAt),
    ],
  )
}

const livingArtifact = `
  select payload || case when consumed_at is null then '{}'::jsonb
                         else jsonb_build_object('consumed', consumed_at) end as payload
  from identity.artifact where kind = $1 and expires_at > $3`

export type ArtifactKey = { kind: string; id: string; now: number }

export async function findArtifact(pool: Pool, { kind, id, now }: ArtifactKey): Promise<StoredArtifact | undefined> {
  const found = await pool.query<{ payload: StoredArtifact }>(`${livingArtifact} and id = $2`, [
    kind,
    id,
    new Date(now),
  ])
  return found.rows[0]?.payload
}

export async function findArtifactByUid(
  pool: Pool,
  { kind, id, now }: ArtifactKey,
): Promise<StoredArtifact | undefined> {
  const found = await pool.query<{ payload: StoredArtifact }>(`${livingArtifact} and uid = $2`, [
    kind,
    id,
    new Date(now),
  ])
  return found.rows[0]?.payload
}

/** Marks a code or refresh token as used, once: `first` is false for whoever comes second. */
export async function consumeArtifact(
  pool: Pool,
  { kind, id, now }: ArtifactKey,
): Promise<{ first: boolean; grantId: string | null }> {
  const consumed = await pool.query<{ grant_id: string | null }>(
    `update identity.artifact set consumed_at = $3
     where kind = $1 and id = $2 and consumed_at is null returning grant_id`,
    [kind, id, Math.floor(now / 1000)],
  )
  if (consumed.rows[0]) return { first: true, grantId: consumed.rows[0].grant_id }
  const existing = await pool.query<{ grant_id: string | null }>(
    'select grant_id from identity.artifact where kind = $1 and id = $2',
    [kind, id],
  )
  return { first: false, grantId: existing.rows[0]?.grant_id ?? null }
}

export async function deleteArtifact(pool: Pool, kind: string, id: string): Promise<void> {
  await pool.query('delete from identity.artifact where kind = $1 and id = $2', [kind, id])
}

export async function deleteArtifactsOfGrant(pool: Pool, kind: string, grantId: string): Promise<void> {
  await pool.query('delete from identity.artifact where kind = $1 and grant_id = $2', [kind, grantId])
}

/** Ends the grant and every code and token that came from it. */
export async function deleteGrant(pool: Pool, grantId: string): Promise<void> {
  await pool.query(`delete from identity.artifact where grant_id = $1 or (kind = 'Grant' and id = $1)`, [grantId])
}

/** Signs the account out everywhere but in the session `exceptId`; tokens end with their session. */
export async function deleteOtherSessions(pool: Pool, accountId: string, exceptId: string): Promise<void> {
  await pool.query(`delete from identity.artifact where kind = 'Session' and account_id = $1 and id <> $2`, [
    accountId,
    exceptId,
  ])
}

export async function deleteExpiredArtifacts(pool: Pool, now: number): Promise<void> {
  await pool.query('delete from identity.artifact where expires_at <= $1', [new Date(now)])
  await pool.query('delete from identity.attempt where window_ends <= $1', [new Date(now)])
}

/** Private signing keys, newest first. */
export async function listSigningKeys(pool: Pool): Promise<JWK[]> {
  const found = await pool.query<{ jwk: JWK }>('select jwk from identity.signing_key order by position desc')
  return found.rows.map((row) => row.jwk)
}

export async function insertSigningKey(pool: Pool, kid: string, jwk: JWK): Promise<void> {
  await pool.query('insert into identity.signing_key (kid, jwk) values ($1, $2)', [kid, JSON.stringify(jwk)])
}

/** Adds the key only while there is none, so that two first starts agree on one. */
export async function insertFirstSigningKey(pool: Pool, kid: string, jwk: JWK): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [schemaLock])
    await client.query(
      'insert into identity.signing_key (kid, jwk) select $1, $2 where not exists (select from identity.signing_key)',
      [kid, JSON.stringify(jwk)],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

export async function deleteSigningKeysExcept(pool: Pool, kid: string): Promise<void> {
  await pool.query('delete from identity.signing_key where kid <> $1', [kid])
}

/** The stored secret of this name, or `fresh` after storing it as such. */
export async function keepSecret(pool: Pool, name: string, fresh: string): Promise<string> {
  await pool.query('insert into identity.secret (name, value) values ($1, $2) on conflict do nothing', [name, fresh])
  const kept = await pool.query<{ value: string }>('select value from identity.secret where name = $1', [name])
  const value = kept.rows[0]?.value
  if (!value) throw new Error(`The secret ${name} could not be stored.`)
  return value
}

export type AttemptWindow = { subject: string; now: number; windowMs: number }

/** Counts one more attempt and answers how many there are in the running window and when it ends (epoch ms). */
export async function countAttempt(
  pool: Pool,
  { subject, now, windowMs }: AttemptWindow,
): Promise<{ count: number; windowEnds: number }> {
  const counted = await pool.query<{ count: number; window_ends: Date }>(
    `insert into identity.attempt as kept (subject, count, window_ends) values ($1, 1, $3)
     on conflict (subject) do update set
       count = case when kept.window_ends <= $2 then 1 else kept.count + 1 end,
       window_ends = case when kept.window_ends <= $2 then excluded.window_ends else kept.window_ends end
     returning count, window_ends`,
    [subject, new Date(now), new Date(now + windowMs)],
  )
  const row = counted.rows[0]
  if (!row) throw new Error('The attempt could not be counted.')
  return { count: row.count, windowEnds: row.window_ends.getTime() }
}

export async function forgetAttempts(pool: Pool, subject: string): Promise<void> {
  await pool.query('delete from identity.attempt where subject = $1', [subject])
}

export async function takeBackAttempt(pool: Pool, subject: string): Promise<void> {
  await pool.query('update identity.attempt set count = greatest(count - 1, 0) where subject = $1', [subject])
}
