import { retryUntilTimeout } from '../cluster/retry-until-timeout.ts'
import { type PortalServiceSettings, portalServicesOf } from '../cluster/portal-services.ts'
import type { ServiceSpec } from '../../scripts/processes/service-spec.ts'
import type { RunningCluster } from '../cluster/cluster-control.ts'

/** The processes of the portal, in the order in which they are restarted. */
export const restartOrder = [
  'jobs-1',
  'jobs-2',
  'ingest-1',
  'ingest-2',
  'portal-1',
  'portal-2',
  'partners-1',
  'partners-2',
] as const

const endTimeoutMs = 30_000

/** Ends one process after the other. Before the next one, waits until the process that replaces it is ready. */
export async function restartInTurn({ services }: RunningCluster, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const before = services.pidOf(name)
    services.signal(name, 'SIGTERM')
    await retryUntilTimeout(endTimeoutMs, async () => {
      if (services.pidOf(name) === before) throw new Error(`${name} does not end.`)
    })
    await services.ready(name)
  }
}

/** Restarts processes of the portal one after the other, each with the settings of the service of the same name. */
export async function restartWithSettings(cluster: RunningCluster, services: readonly ServiceSpec[]): Promise<void> {
  for (const service of services) cluster.services.replace(service)
  await restartInTurn(
    cluster,
    services.map(({ name }) => name),
  )
}

/** Returns the processes of the portal with these settings, in the order of a restart in turn. */
export function portalServicesInRestartOrder(product: PortalServiceSettings): ServiceSpec[] {
  const services = new Map(portalServicesOf(product).map((service) => [service.name, service]))
  return restartOrder.flatMap((name) => services.get(name) ?? [])
}
