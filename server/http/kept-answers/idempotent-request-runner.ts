import pLimit from 'p-limit'
import type { Pool } from 'pg'
import * as z from 'zod/mini'
import { dayMs } from '#contract/durations.ts'
import { fieldError } from '#contract/refusals.ts'
import { runInJoinedTransaction } from '#server/database/joined-transaction.ts'
import { type Transaction, inTransaction } from '#server/database/transaction.ts'
import type { Caller } from '../caller.ts'
import { Refusal, type RefusalKind, isRefusalKind } from '../refusals.ts'
import { type RequestDigestInput, createRequestDigester } from './request-digest.ts'
import {
  type AnswerStore,
  type StoredRequestAnswer,
  type StoredAnswerKey,
  personAnswerStore,
  lockIdempotencyKey,
} from './store.ts'
import type { Services } from '#server/services.ts'

/** A POST request with an Idempotency-Key. */
export type RequestWithIdempotencyKey = RequestDigestInput & {
  key: string
  /** Called when a stored answer is sent and the work is not done again. */
  onRepeat(): void
}

/** Does the work of a request. Returns its answer as JSON, or null for an answer without content. */
type Work = () => Promise<string | null>

/**
 * Does the work of a person's request with an Idempotency-Key only once. A repeated request gets the stored answer.
 * After a temporary refusal no answer is stored, so a repeated request does the work again. Specification 13.11.
 * @throws Refusal from the work, `idempotency-mismatch`, `in-progress`
 */
export type IdempotentRunnerForPeople = (
  request: RequestWithIdempotencyKey & { caller: Caller },
  work: Work,
) => Promise<string | null>

/**
 * Does the work of a request only once, like `IdempotentRunnerForPeople`. The key of the request belongs to `ownerId`,
 * a person or a client. `answers` is the store of the answers.
 */
export type IdempotentRequestRunner = (
  request: RequestWithIdempotencyKey & { ownerId: string; answers: AnswerStore },
  work: Work,
) => Promise<string | null>

export type IdempotentRunnerDependencies = Pick<Services, 'pool' | 'clock'> & { registryKey: Buffer }

/** The time for which an answer is stored, in milliseconds. Specification 13.11. */
export const storedAnswerLifetimeMs = dayMs

/**
 * The maximum number of stored answers of one person or client. If there are more, the oldest are deleted.
 * Specification 13.11.
 */
export const maxStoredAnswersPerOwner = 1_000

/**
 * The time in seconds after which a client should repeat the request if the first request is still in progress. The
 * first request takes at most about as long as a statement may take.
 */
const retryAfterS = 1

/**
 * Refusals that are not stored, because they depend on a temporary state. A repeated request may have another result.
 */
const temporaryRefusals: ReadonlySet<RefusalKind> = new Set([
  'unauthenticated',
  'too-many-requests',
  'unavailable',
  'internal-error',
])

/** Creates the runner for requests of people. Each key belongs to the person who sent the request. */
export function createIdempotentRunnerForPeople(
  doOnce: IdempotentRequestRunner,
  personIdOf: (caller: Caller) => Promise<string>,
): IdempotentRunnerForPeople {
  return async ({ caller, ...request }, work) =>
    doOnce({ ...request, ownerId: await personIdOf(caller), answers: personAnswerStore }, work)
}

/**
 * Creates the runner that commits the work of a request and its answer in one transaction. The transaction holds an
 * advisory lock for the key. If the process ends before the commit, neither work nor answer is stored, and the key
 * can be used again. Create only one runner for each pool.
 */
export function createIdempotentRequestRunner({
  pool,
  clock,
  registryKey,
}: IdempotentRunnerDependencies): IdempotentRequestRunner {
  const digestOf = createRequestDigester(registryKey)
  // Limits the simultaneous work to half of the pool. Each request holds a connection, and the rate limits that a
  // handler checks need another connection.
  const inTurn = pLimit(Math.max(1, Math.floor(pool.options.max / 2)))

  return async ({ ownerId, key, answers, onRepeat, ...request }, work) => {
    const digest = digestOf(request)
    const answer = await inTurn(async () =>
      inTransaction(pool, async (transaction) => {
        const keyQuery = { ownerId, key, answers, digest, now: clock.now() }
        const storedRequestAnswer = await storedAnswer(transaction, keyQuery)
        if (storedRequestAnswer) onRepeat()
        return storedRequestAnswer ?? firstAnswer({ pool, transaction }, keyQuery, work)
      }),
    )
    return answerOf(answer)
  }
}

type IdempotentRequest = StoredAnswerKey & { answers: AnswerStore; digest: Buffer; now: number }

/**
 * Locks the key, and returns the stored answer; null if this is the first request with the key.
 * @throws Refusal `in-progress`, `idempotency-mismatch`
 */
async function storedAnswer(
  transaction: Transaction,
  { answers, digest, now, ...key }: IdempotentRequest,
): Promise<StoredRequestAnswer | null> {
  if (!(await lockIdempotencyKey(transaction, key))) throw new Refusal('in-progress', { retryAfterS })
  const storedRequestAnswer = await answers.find(transaction, key, new Date(now - storedAnswerLifetimeMs))
  if (storedRequestAnswer && !storedRequestAnswer.digest.equals(digest)) throw new Refusal('idempotency-mismatch')
  return storedRequestAnswer
}

type FirstTransaction = { pool: Pool; transaction: Transaction }

async function firstAnswer(
  { pool, transaction }: FirstTransaction,
  { answers, digest, now, ...wanted }: IdempotentRequest,
  work: Work,
): Promise<StoredRequestAnswer> {
  const answer = { digest, ...(await outcomeOf(() => runInJoinedTransaction(pool, transaction, work))) }
  await answers.storeAnswer(transaction, wanted, { ...answer, now: new Date(now) })
  await answers.dropOldest(transaction, wanted.ownerId, maxStoredAnswersPerOwner)
  return answer
}

type Outcome = Pick<StoredRequestAnswer, 'refusal' | 'body'>

/**
 * Does the work, and returns the outcome to store.
 * @throws Refusal if the refusal is temporary, so that nothing is stored; other errors of the work
 */
async function outcomeOf(work: Work): Promise<Outcome> {
  try {
    return { refusal: null, body: await work() }
  } catch (error) {
    if (!(error instanceof Refusal) || temporaryRefusals.has(error.kind)) throw error
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
