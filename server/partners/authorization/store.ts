import { type Queryable, execute, readFirstRow, readRows } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'

/** The fields of an artifact, as the library `oidc-provider` defines them. */
export type ArtifactPayload = Record<string, unknown>

export type ProtocolArtifact = { kind: string; id: string; payload: ArtifactPayload; expiresAt: Date }

export async function upsertProtocolArtifact(
  db: Queryable,
  { kind, id, payload, expiresAt }: ProtocolArtifact,
): Promise<void> {
  const { uid = null, userCode = null, grantId = null, accountId = null } = payload
  await execute(db)`
    insert into partner_artifact (kind, id, payload, uid, user_code, grant_id, account_id, expires_at)
    values (${kind}, ${id}, ${JSON.stringify(payload)}, ${uid}, ${userCode}, ${grantId}, ${accountId}, ${expiresAt})
    on conflict (kind, id) do update set payload = excluded.payload, uid = excluded.uid,
      user_code = excluded.user_code, grant_id = excluded.grant_id, account_id = excluded.account_id,
      expires_at = excluded.expires_at`
}

/**
 * Identifies an artifact by its id, by the uid of a session, or by the code that a person types. An artifact that
 * expired before `now` is not found.
 */
export type ProtocolArtifactKey = { kind: string; by: 'id' | 'uid' | 'user_code'; value: string; now: Date }

type ArtifactRow = { id: string; payload: ArtifactPayload; consumedAt: string | null }

export async function findProtocolArtifact(
  db: Queryable,
  { kind, by, value, now }: ProtocolArtifactKey,
): Promise<ArtifactRow | null> {
  return readFirstRow<ArtifactRow>(db)`
    select id, payload, consumed_at::text as "consumedAt" from partner_artifact
    where kind = ${kind} and expires_at > ${now}
      and case ${by}::text when 'id' then id when 'uid' then uid else user_code end = ${value}`
}

/** Marks a code or token as used. Returns false if it was already used. `consumedAt`: epoch seconds. */
export async function consumeProtocolArtifact(
  db: Queryable,
  { kind, id, consumedAt }: { kind: string; id: string; consumedAt: number },
): Promise<boolean> {
  const count = await execute(db)`
    update partner_artifact set consumed_at = ${consumedAt} where kind = ${kind} and id = ${id} and consumed_at is null`
  return count > 0
}

export async function deleteProtocolArtifact(db: Queryable, kind: string, id: string): Promise<void> {
  await execute(db)`delete from partner_artifact where kind = ${kind} and id = ${id}`
}

export async function deleteProtocolArtifactsOfGrant(db: Queryable, kind: string, grantId: string): Promise<void> {
  await execute(db)`delete from partner_artifact where kind = ${kind} and grant_id = ${grantId}`
}

export async function deleteExpiredProtocolArtifacts(db: Queryable, now: Date): Promise<number> {
  return execute(db)`delete from partner_artifact where expires_at < ${now}`
}

export type EncryptedSigningKey = { kid: string; sealed: Buffer }

/** Reads the keys that sign ID tokens, newest first. The keys are encrypted. */
export async function readSigningKeys(db: Queryable): Promise<EncryptedSigningKey[]> {
  return readRows<EncryptedSigningKey>(db)`select kid, sealed from partner_key order by created_at desc, kid`
}

/**
 * Inserts a key if no key is stored. If several processes start together, the lock lets only one of them insert a
 * key.
 */
export async function insertFirstEncryptedKey(
  transaction: Transaction,
  { kid, sealed }: EncryptedSigningKey,
  now: Date,
): Promise<void> {
  await execute(transaction)`lock table partner_key in share row exclusive mode`
  await execute(transaction)`
    insert into partner_key (kid, sealed, created_at)
    select ${kid}, ${sealed}::bytea, ${now}::timestamptz where not exists (select from partner_key)`
}
