import { api } from '#contract/api.ts'
import type { ClaimDependencies } from '#server/appliances/claim/claim.ts'
import type { ClaimThrottle } from '#server/appliances/claim/claim-throttle.ts'
import { verifyClaimWithinLimits } from '#server/appliances/claim/verify-claim-within-limits.ts'
import type { EndpointAdder } from '#server/http/endpoint-adder.ts'
import type { SignInTimeReader } from '#server/identity/session/fresh-sign-in.ts'
import {
  type TakeoverDependencies,
  answerTakeover,
  cancelTakeover,
  listTakeovers,
  readTakeoverForStarter,
  startTakeover,
} from './takeovers.ts'

export type TakeoverRoutesDependencies = TakeoverDependencies &
  ClaimDependencies & { throttle: ClaimThrottle; authenticationOf: SignInTimeReader }

/**
 * Adds the endpoints with which a person takes over an appliance that an earlier resident still owns. Specification
 * 26.9.
 */
export function addTakeoverRoutes(add: EndpointAdder, dependencies: TakeoverRoutesDependencies): void {
  add(api.startTakeover, async ({ caller, body, address }) => {
    const { type, credentials } = body()
    const attempt = { ...caller, serial: credentials.serial, address }
    const gatewayId = await verifyClaimWithinLimits(dependencies, { type, credentials, brands: null }, attempt)
    return startTakeover(dependencies, { gatewayId, subject: caller })
  })

  add(api.listTakeovers, async ({ caller }) => ({ items: await listTakeovers(dependencies, caller) }))

  add(api.readTakeover, async ({ caller, params }) =>
    readTakeoverForStarter(dependencies, { ...params, subject: caller }),
  )

  add(api.cancelTakeover, async ({ caller, params }) => cancelTakeover(dependencies, { ...params, subject: caller }))

  add(api.answerTakeover, async ({ caller, params: { id, takeoverId }, body, request }) => {
    await answerTakeover(dependencies, {
      gatewayId: id,
      takeoverId,
      subject: caller,
      authenticatedAt: async (personId) => dependencies.authenticationOf(personId, request),
      body,
    })
  })
}
