import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { seedDemo } from '../../scripts/demo/seed.ts'
import { findFreePorts } from '../../scripts/free-ports.ts'
import { formatDemoAnnouncement } from '../../scripts/processes/announcement.ts'
import { buildPageIfStale } from '../../scripts/processes/build-page.ts'
import {
  companiesProcessSpecOf,
  gatewaysProcessSpecOf,
  pastProcessSpecOf,
  portalEnvironmentOf,
} from '../../scripts/processes/process-specs.ts'
import { serviceSpecOf } from '../../scripts/processes/service-spec.ts'
import { isSeeded } from '../../scripts/processes/store.ts'
import { readDemoSettings, type DemoSettings } from '../../scripts/processes/demo-settings.ts'
import { preparePatroniDatabase } from './patroni-database.ts'
import { readExportStoreSettings } from './export-store-settings.ts'
import { repositoryRoot, standInServicesOf } from './portal-services.ts'
import { clusterPortCount } from './cluster-ports.ts'
import type { ProgramControls } from '../../scripts/processes/run-program.ts'
import { createClusterControl, type RunningCluster } from './cluster-control.ts'

/** Starts the cluster with the people and gateways of the demo, and prints all URLs. */
export async function startCluster({ runAtEnd, ...terminal }: ProgramControls): Promise<undefined> {
  const { printLine, printError } = terminal
  const demo = await readClusterSettings('.data/cluster')
  const plan = {
    demo,
    database: preparePatroniDatabase,
    natsNodes: [1, 2, 3],
    externalServices: standInServicesOf,
    root: repositoryRoot,
    ownSettings: readExportStoreSettings(process.env),
  } as const
  await buildPageIfStale(printLine)
  const topology = createClusterControl(plan, terminal)
  runAtEnd(topology.stop)
  const cluster = await topology.start()
  const { product, services } = cluster
  const described = { settings: demo, secrets: product.secrets, database: product.database }
  const { hostUrl } = product.database
  if (!(await isSeeded(hostUrl, demo.issuer))) await seedDemo(portalEnvironmentOf(described))
  await services.start([gatewaysProcessSpecOf(described), companiesProcessSpecOf(described)].map(serviceSpecOf))
  void services.runToEnd(serviceSpecOf(pastProcessSpecOf(described))).catch((error: Error) => printError(error.message))
  printLine(`ready: ${demo.portalUrl}`)
  printLine(await formatDemoAnnouncement(hostUrl, demo))
  printLine(addressesOf(cluster))
}

/**
 * Reads the settings of a cluster from the environment. The default of DATA_DIR is `folder`; the default of PORT is
 * the port of the last start, or the first of a range of free ports.
 */
export async function readClusterSettings(folder: string): Promise<DemoSettings> {
  const { PORT, DATA_DIR, HOST } = process.env
  const dataDir = DATA_DIR || folder
  return readDemoSettings({ PORT: PORT || (await keptPort(dataDir)), DATA_DIR: dataDir, HOST })
}

/**
 * Returns the first port of the last start. At the first start, finds free ports and stores the first one. The port
 * must stay the same, because the stored data contains the addresses of etcd members and of the issuer.
 */
async function keptPort(dataDir: string): Promise<string> {
  const file = join(dataDir, 'port')
  const kept = await readFile(file, 'utf8').catch(() => undefined)
  if (kept) return kept
  const port = String(await findFreePorts(clusterPortCount))
  await mkdir(dataDir, { recursive: true })
  await writeFile(file, port)
  return port
}

function addressesOf({ product, ports, serverUrls, busUrl }: RunningCluster): string {
  const { demo, database } = product
  return [
    'Addresses',
    `  pages and calls, HAProxy     ${demo.portalUrl}`,
    `  gateways, HAProxy            mqtt://localhost:${demo.ports.mqtt}`,
    `  HAProxy's figures            http://localhost:${ports['haproxy-figures']}`,
    `  database, PgBouncer          ${database.url}`,
    `  database, HAProxy            ${database.sessionUrl}`,
    ...serverUrls.map((url) => `  database server              ${url}`),
    `  bus, NATS                    ${busUrl}`,
    `  files, logs, pids            ${demo.dataDir}`,
    '',
  ].join('\n')
}
