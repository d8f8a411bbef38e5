import { tryFor } from '../cluster/try-for.ts'
import { type ProductSettings, portalServices } from '../cluster/portal-services.ts'
import type { Service } from '../../scripts/processes/service.ts'
import type { Cluster } from '../cluster/topology.ts'

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

/** Ends one process after the other. Each time waits until the process that replaces it is ready. */
export async function restartInTurn({ services }: Cluster, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const before = services.pidOf(name)
    services.signal(name, 'SIGTERM')
    await tryFor(endTimeoutMs, async () => {
      if (services.pidOf(name) === before) throw new Error(`${name} does not end.`)
    })
    await services.ready(name)
  }
}

/** Restarts processes of the portal one after the other, each with the settings of the service of the same name. */
export async function restartWithSettings(cluster: Cluster, services: readonly Service[]): Promise<void> {
  for (const service of services) cluster.services.replace(service)
  await restartInTurn(
    cluster,
    services.map(({ name }) => name),
  )
}

/** Returns the processes of the portal with these settings, in the order of a restart in turn. */
export function portalServicesInOrder(product: ProductSettings): Service[] {
  const services = new Map(portalServices(product).map((service) => [service.name, service]))
  return restartOrder.flatMap((name) => services.get(name) ?? [])
}
