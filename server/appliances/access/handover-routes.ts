import { api } from '#contract/api.ts'
import type { EndpointAdder } from '#server/http/endpoint-adder.ts'
import type { SignInTimeReader } from '#server/identity/session/fresh-sign-in.ts'
import { type HandoverDependencies, cancelHandover, readOpenHandoverForOwner, startHandover } from './handover.ts'

export type HandoverRoutesDependencies = HandoverDependencies & { authenticationOf: SignInTimeReader }

/** Adds the endpoints with which an owner starts, reads and cancels a hand-over. Specification 26.10. */
export function addHandoverRoutes(add: EndpointAdder, dependencies: HandoverRoutesDependencies): void {
  const { authenticationOf } = dependencies

  add(api.startHandover, async ({ caller, params, language, body, request }) =>
    startHandover(dependencies, {
      gatewayId: params.id,
      subject: caller,
      authenticatedAt: async (personId) => authenticationOf(personId, request),
      language,
      body,
    }),
  )

  add(api.readHandover, async ({ caller, params }) =>
    readOpenHandoverForOwner(dependencies, { gatewayId: params.id, subject: caller }),
  )

  add(api.cancelHandover, async ({ caller, params }) =>
    cancelHandover(dependencies, { gatewayId: params.id, subject: caller }),
  )
}
