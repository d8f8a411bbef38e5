import { freePorts } from '../scripts/free-ports.ts'
import { announcement } from '../scripts/world/announcement.ts'
import { buildStalePage } from '../scripts/world/page.ts'
import { companiesSpec, gatewaysSpec, pastSpec, seedSpec } from '../scripts/world/process-specs.ts'
import { isSeeded } from '../scripts/world/store.ts'
import { worldSettings, type WorldSettings } from '../scripts/world/settings.ts'
import { patroniDatabase } from './databases.ts'
import { exportStore } from './export-store.ts'
import { serviceOf, standInServices } from './portal-services.ts'
import { portsOfACluster } from './ports.ts'
import type { Program } from './terminal.ts'
import { createTopology, type Cluster } from './topology.ts'

/** Brings up the cluster with the people and gateways of the demo, and says where everything is. */
export async function startCluster({ atEnd, ...terminal }: Program): Promise<undefined> {
  const { say, complain } = terminal
  const world = await clusterSettings('.data/cluster')
  const plan = {
    world,
    database: patroniDatabase,
    natsNodes: [1, 2, 3],
    neighbours: standInServices,
    own: exportStore(process.env),
  } as const
  await buildStalePage(say)
  const topology = createTopology(plan, terminal)
  atEnd(topology.stop)
  const cluster = await topology.start()
  const { product, services } = cluster
  const described = { settings: world, secrets: product.secrets, database: product.database }
  const { hostUrl } = product.database
  if (!(await isSeeded(hostUrl, world.issuer))) await services.runToEnd(serviceOf(seedSpec(described)))
  await services.start([gatewaysSpec(described), companiesSpec(described)].map(serviceOf))
  void services.runToEnd(serviceOf(pastSpec(described))).catch((error: Error) => complain(error.message))
  say(`ready: ${world.portalUrl}`)
  say(await announcement(hostUrl, world))
  say(placesOf(cluster))
}

/** Where a cluster is: PORT or free ports, DATA_DIR or `folder`. */
export async function clusterSettings(folder: string): Promise<WorldSettings> {
  const { PORT, DATA_DIR, HOST } = process.env
  return worldSettings({ PORT: PORT || String(await freePorts(portsOfACluster)), DATA_DIR: DATA_DIR || folder, HOST })
}

function placesOf({ product, ports, serverUrls, busUrl }: Cluster): string {
  const { world, database } = product
  return [
    'Places',
    `  pages and calls, HAProxy     ${world.portalUrl}`,
    `  gateways, HAProxy            mqtt://localhost:${world.ports.mqtt}`,
    `  HAProxy's figures            http://localhost:${ports['haproxy-figures']}`,
    `  database, PgBouncer          ${database.url}`,
    `  database, HAProxy            ${database.sessionUrl}`,
    ...serverUrls.map((url) => `  database server              ${url}`),
    `  bus, NATS                    ${busUrl}`,
    `  files, logs, pids            ${world.dataDir}`,
    '',
  ].join('\n')
}
