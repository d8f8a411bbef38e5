import { api } from '#contract/api.ts'
import type { AddEndpoint } from '#server/http/endpoints.ts'
import { Refusal } from '#server/http/refusals.ts'
import type { ApplianceStore } from '../store.ts'
import { type AddressDependencies, changeAddress } from './change-address.ts'

/** The address of an appliance. Specification 7. */
export function addAddressRoutes(
  add: AddEndpoint,
  dependencies: AddressDependencies & { appliances: ApplianceStore },
): void {
  add(api.changeAddress, async ({ caller, params, body, requestId }) => {
    await changeAddress(dependencies, { gatewayId: params.id, subject: caller, requestId, body })
    const connection = await dependencies.appliances.find(caller, params.id, null)
    if (!connection) throw new Refusal('not-found')
    return connection
  })
}
