import { api } from '#contract/api.ts'
import type { Connection } from '#contract/appliance.ts'
import type { RecordDailyAct } from '#server/audit/daily/daily-act.ts'
import type { EndpointAdder } from '#server/http/endpoint-adder.ts'
import type { ProviderSubject } from '#server/identity/store.ts'
import { type ClaimDependencies, addGatewayOrRequestAccess } from './claim/claim.ts'
import type { ClaimThrottle } from './claim/claim-throttle.ts'
import { renameApplianceForPerson } from './naming/rename-appliance.ts'
import { readConnectionOfPerson } from './read-connection-of-person.ts'
import { verifyClaimWithinLimits } from './claim/verify-claim-within-limits.ts'
import { type ApplianceRemovalDependencies, removeApplianceFromList } from './removal/remove-appliance-from-list.ts'
import type { ApplianceListStore } from './list/store.ts'

export type ApplianceRoutesDependencies = ClaimDependencies &
  Pick<ApplianceRemovalDependencies, 'recordReceipt'> & {
    appliances: ApplianceListStore
    throttle: ClaimThrottle
    recordDailyAct: RecordDailyAct
  }

/** Adds the endpoints for the connections of the signed-in person. Specification 7 and 13. */
export function addApplianceRoutes(add: EndpointAdder, dependencies: ApplianceRoutesDependencies): void {
  const { appliances } = dependencies

  add(api.listConnections, async ({ caller, query }) => {
    const items = await appliances.list(caller, query.brand ?? null)
    await recordViews(dependencies, caller, items)
    return { items, total: items.length }
  })

  add(api.readConnection, async ({ caller, params, query }) => {
    const connection = await readConnectionOfPerson(appliances, caller, {
      gatewayId: params.id,
      brands: query.brand ?? null,
    })
    await recordViews(dependencies, caller, [connection])
    return connection
  })

  add(api.addConnection, async ({ caller, body, address }) => {
    const claim = body()
    const gatewayId = await verifyClaimWithinLimits(dependencies, claim, {
      ...caller,
      serial: claim.credentials.serial,
      address,
    })
    const outcome = await addGatewayOrRequestAccess(dependencies, gatewayId, caller)
    if (outcome === 'requested') return { state: outcome }
    return readConnectionOfPerson(appliances, caller, { gatewayId })
  })

  add(api.renameConnection, async ({ caller, params, body }) => {
    await renameApplianceForPerson(dependencies, { gatewayId: params.id, subject: caller, body })
    return readConnectionOfPerson(appliances, caller, { gatewayId: params.id })
  })

  add(api.deleteConnection, async ({ caller, params }) => removeApplianceFromList(dependencies, params.id, caller))
}

/**
 * Records in the audit that a person who is not the owner has seen the status of these appliances. Specification
 * 26.8.
 */
async function recordViews(
  { persons, recordDailyAct }: ApplianceRoutesDependencies,
  caller: ProviderSubject,
  connections: readonly Connection[],
): Promise<void> {
  const viewedConnections = connections.filter(({ role }) => role !== 'OWNER')
  if (viewedConnections.length === 0) return
  const personId = await persons.personIdOf(caller)
  for (const { id } of viewedConnections) recordDailyAct({ kind: 'values-viewed', gatewayId: id, personId })
}
