import pLimit from 'p-limit'
import type { Pool } from 'pg'
import * as z from 'zod/mini'
import { fieldError } from '#contract/refusals.ts'
import type { Clock } from '#server/clock.ts'
import { joinTransaction } from '#server/database/joined-transaction.ts'
import { type Transaction, inTransaction } from '#server/database/transaction.ts'
import type { Caller } from '../caller.ts'
import { Refusal, type RefusalKind, isRefusalKind } from '../refusals.ts'
import { type DigestedRequest, createRequestDigest } from './request-digest.ts'
import { type KeptAnswer, type RequestKey, dropOldestAnswers, findAnswer, keepAnswer, takeKey } from './store.ts'

/** A POST request that its caller named by a key. */
export type KeyedRequest = DigestedRequest & {
  caller: Caller
  key: string
  /** Called if the answer is that of the first time, and no work is done. */
  onRepeat(): void
}

/** Does the work of a request; its answer is JSON, or null for an answer without content. */
type Work = () => Promise<string | null>

/**
 * Answers a request that carries a key: does its work once, and answers a repeat as the first time. Specification 13.11.
 * @throws Refusal what the work throws, `idempotency-mismatch`, `in-progress`
 */
export type AnswerOnce = (request: KeyedRequest, work: Work) => Promise<string | null>

export type KeptAnswersDependencies = {
  pool: Pool
  personIdOf(caller: Caller): Promise<string>
  clock: Clock
  registryKey: Buffer
}

/** How long a key keeps its answer. Specification 13.11. */
export const answersKeptMs = 24 * 60 * 60 * 1000

/** Of more keys of one person the oldest are forgotten. Specification 13.11. */
export const maxAnswersOfPerson = 1_000

/** The first request takes no longer than a statement may. */
const retryAfterS = 1

/** Refusals that depend on a state that passes: a repeat may be answered otherwise. */
const passing: ReadonlySet<RefusalKind> = new Set([
  'unauthenticated',
  'too-many-requests',
  'unavailable',
  'internal-error',
])

/**
 * The work of a keyed request and its answer are committed in one transaction, which holds an advisory lock of the key. A
 * process that ends in the middle leaves neither, and no key that is taken.
 */
export function createAnswerOnce({ pool, personIdOf, clock, registryKey }: KeptAnswersDependencies): AnswerOnce {
  const digestOf = createRequestDigest(registryKey)
  // Each holds a connection, and the limits that a handler counts take another: half of the pool stays free for them.
  const inTurn = pLimit(Math.max(1, Math.floor(pool.options.max / 2)))

  return async ({ caller, key, onRepeat, ...request }, work) => {
    const digest = digestOf(request)
    const personId = await personIdOf(caller)
    const answer = await inTurn(async () =>
      inTransaction(pool, async (transaction) => {
        const wanted = { personId, key, digest, now: clock.now() }
        const kept = await repeated(transaction, wanted)
        if (kept) onRepeat()
        return kept ?? first({ pool, transaction }, wanted, work)
      }),
    )
    return answerOf(answer)
  }
}

type Wanted = RequestKey & { digest: Buffer; now: number }

/** The answer of the first time; null if this is the first time. */
async function repeated(transaction: Transaction, { digest, now, ...wanted }: Wanted): Promise<KeptAnswer | null> {
  if (!(await takeKey(transaction, wanted))) throw new Refusal('in-progress', { retryAfterS })
  const kept = await findAnswer(transaction, wanted, new Date(now - answersKeptMs))
  if (kept && !kept.digest.equals(digest)) throw new Refusal('idempotency-mismatch')
  return kept
}

type Place = { pool: Pool; transaction: Transaction }

async function first(
  { pool, transaction }: Place,
  { digest, now, ...wanted }: Wanted,
  work: Work,
): Promise<KeptAnswer> {
  const answer = { digest, ...(await outcomeOf(() => joinTransaction(pool, transaction, work))) }
  await keepAnswer(transaction, wanted, { ...answer, now: new Date(now) })
  await dropOldestAnswers(transaction, wanted.personId, maxAnswersOfPerson)
  return answer
}

type Outcome = Pick<KeptAnswer, 'refusal' | 'body'>

/** What a repeat is answered too. @throws Refusal one that passes; then nothing is kept */
async function outcomeOf(work: Work): Promise<Outcome> {
  try {
    return { refusal: null, body: await work() }
  } catch (error) {
    if (!(error instanceof Refusal) || passing.has(error.kind)) throw error
    const { errors, route } = error.detail
    return { refusal: error.kind, body: JSON.stringify({ errors, route }) }
  }
}

const refusalDetail = z.object({ errors: z.optional(z.array(fieldError)), route: z.optional(z.string()) })

function answerOf({ refusal, body }: Outcome): string | null {
  if (refusal === null) return body
  if (!isRefusalKind(refusal)) throw new Error(`No refusal is called ${refusal}`)
  const { errors, route } = refusalDetail.parse(JSON.parse(body ?? '{}'))
  throw new Refusal(refusal, { ...(errors && { errors }), ...(route !== undefined && { route }) })
}
