import { hkdfSync } from 'node:crypto'
import type { AnswerStore, StoredAnswerKey } from '#server/http/kept-answers/store.ts'
import { Refusal } from '#server/http/refusals.ts'
import { createSealer } from '#server/identity/session/sealer.ts'
import { deleteOldestSealedAnswers, findSealedAnswer, storeSealedAnswer } from './store.ts'

const column = 'partner_answer.body'

/**
 * Creates the store of the answers to requests of clients with an Idempotency-Key. The answers are encrypted, because
 * some contain the secret of a webhook endpoint. Decision 106.
 */
export function createClientAnswerStore(registryKey: Buffer): AnswerStore {
  const sealer = createSealer(Buffer.from(hkdfSync('sha256', registryKey, '', 'answers to clients', 32)))

  return {
    async find(transaction, key, since) {
      const kept = await findSealedAnswer(transaction, key, since)
      if (kept === null) return null
      const { sealed, ...answer } = kept
      return { ...answer, body: sealed && open(key, sealed) }
    },
    async storeAnswer(transaction, key, { body, ...answer }) {
      const sealed = body === null ? null : sealer.seal(body, { column, row: rowOf(key) })
      await storeSealedAnswer(transaction, key, { ...answer, sealed })
    },
    dropOldest: deleteOldestSealedAnswers,
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
