import type { FastifyRequest } from 'fastify'
import { api } from '#contract/api.ts'
import { type Transaction, inTransaction } from '#server/database/transaction.ts'
import type { EndpointAdder, EndpointCall } from '#server/http/endpoint-adder.ts'
import { createSessionDigestReader } from '#server/identity/session/session-cookies.ts'
import type { SessionServices } from '#server/identity/session/session-dependencies.ts'
import { type EndedSession, endSessionInTransaction, logSessionEnd } from '#server/identity/session/end-session.ts'
import { unsealTokens } from '#server/identity/session/sealed-tokens.ts'
import { revokeRefreshToken } from '#server/identity/session/sign-out.ts'
import { maxSessionIdleMs } from '#server/identity/session/store.ts'
import { requireSessionsOfCaller } from '../policy.ts'
import { listSessions, lockSessionsToEnd } from './store.ts'

export type AccountSessionRouteDependencies = {
  context: SessionServices
  /** Records a notice for the person, within the transaction that ends `count` sessions. */
  onSessionsEnded(
    transaction: Transaction,
    ended: { personId: string; count: number; request: FastifyRequest },
  ): Promise<void>
}

type Call = EndpointCall<typeof api.listSessions | typeof api.endOtherSessions | typeof api.endSession>

/** Adds the endpoints that list and end a person's sessions. Specification 25.1. */
export function addAccountSessionRoutes(
  add: EndpointAdder,
  { context, onSessionsEnded }: AccountSessionRouteDependencies,
): void {
  const { pool, clock, persons } = context
  const thisSessionOf = createSessionDigestReader(context.config)

  add(api.listSessions, async ({ caller, request }) => {
    const personId = await persons.personIdOf(caller)
    const rows = await listSessions(pool, {
      personId,
      thisSession: thisSessionOf(request),
      now: clock.now(),
      idleMs: maxSessionIdleMs,
    })
    const items = rows.map(({ signedInAt, lastUsedAt, ...row }) => ({
      ...row,
      signedInAt: signedInAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
    }))
    return { items }
  })

  add(api.endSession, async (call) => end(call, call.params.sessionRef, requireSessionsOfCaller))

  add(api.endOtherSessions, async (call) => end(call, null, (others) => others))

  async function end(
    { caller, request, address, requestId }: Pick<Call, 'caller' | 'request' | 'address' | 'requestId'>,
    sessionRef: string | null,
    permit: (own: readonly Buffer[]) => readonly Buffer[],
  ): Promise<void> {
    const personId = await persons.personIdOf(caller)
    const how = { reason: 'ended-elsewhere', request: { address, requestId } } as const
    const endedSessions = await inTransaction(pool, async (transaction) => {
      const foundSessions = await lockSessionsToEnd(transaction, {
        personId,
        sessionRef,
        thisSession: thisSessionOf(request),
      })
      const sessions: EndedSession[] = []
      for (const idDigest of permit(foundSessions)) {
        const one = await endSessionInTransaction(transaction, context, { idDigest, ...how })
        if (one) sessions.push(one)
      }
      if (sessions.length > 0) await onSessionsEnded(transaction, { personId, count: sessions.length, request })
      return sessions
    })
    for (const one of endedSessions) logSessionEnd(context, one, how)
    await Promise.all(endedSessions.map(async (one) => revoke(one)))
  }

  async function revoke({ session: stored }: EndedSession): Promise<void> {
    const tokens = unsealTokens(stored, context.sealer)
    if (tokens) await revokeRefreshToken(context, tokens)
  }
}
