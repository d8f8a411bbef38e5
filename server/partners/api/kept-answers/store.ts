import { type Queryable, execute, readFirstRow } from '#server/database/sql.ts'
import type { AnswerStore, StoredAnswerKey, StoredRequestAnswer } from '#server/http/kept-answers/store.ts'
import { Refusal } from '#server/http/refusals.ts'
import { createSealer } from '#server/identity/session/sealer.ts'
import { deriveKey } from '#server/derive-key.ts'

const column = 'partner_answer.body'

/** A stored answer. `sealed`: the encrypted body, or null for an answer without content. */
type SealedAnswer = Omit<StoredRequestAnswer, 'body'> & { sealed: Buffer | null }

/**
 * Creates the store of the answers to requests of clients with an Idempotency-Key. The answers are encrypted, because
 * some contain the secret of a webhook endpoint. Decision 106.
 */
export function createClientAnswerStore(registryKey: Buffer): AnswerStore {
  const sealer = createSealer(deriveKey(registryKey, 'answers to clients'))

  return {
    async find(transaction, { ownerId, key }, since) {
      const stored = await readFirstRow<SealedAnswer>(transaction)`
        select request_digest as digest, refusal, body as sealed from partner_answer
        where client_id = ${ownerId} and key = ${key} and kept_at > ${since}`
      if (stored === null) return null
      const { sealed, ...answer } = stored
      return { ...answer, body: sealed && open({ ownerId, key }, sealed) }
    },

    async storeAnswer(transaction, { ownerId, key }, { digest, refusal, body, now }) {
      const sealed = body === null ? null : sealer.seal(body, { column, row: rowOf({ ownerId, key }) })
      await execute(transaction)`
        insert into partner_answer (client_id, key, request_digest, refusal, body, kept_at)
        values (${ownerId}, ${key}, ${digest}, ${refusal}, ${sealed}, ${now})
        on conflict (client_id, key) do update set request_digest = excluded.request_digest, refusal = excluded.refusal,
          body = excluded.body, kept_at = excluded.kept_at`
    },

    async dropOldest(transaction, clientId, count) {
      await execute(transaction)`
        delete from partner_answer where (client_id, key) in (
          select client_id, key from partner_answer where client_id = ${clientId}
          order by kept_at desc, key offset ${count} for update skip locked)`
    },
  }

  /**
   * Decrypts a stored answer.
   * @throws Refusal `idempotency-mismatch` if `REGISTRY_KEY` has changed, because the request can then not be compared
   * with the first request
   */
  function open(key: StoredAnswerKey, sealed: Buffer): string {
    const body = sealer.open(sealed, { column, row: rowOf(key) })
    if (body === null) throw new Refusal('idempotency-mismatch')
    return body
  }
}

function rowOf({ ownerId, key }: StoredAnswerKey): Buffer {
  return Buffer.from(`${ownerId} ${key}`)
}

/** Deletes the answers to clients that were stored at or before `moment`. */
export async function deleteExpiredSealedAnswers(db: Queryable, moment: Date): Promise<void> {
  await execute(db)`delete from partner_answer where kept_at <= ${moment}`
}
