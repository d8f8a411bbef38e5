import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { reserveDataFolder, type RunningProcessesFile } from '../../scripts/processes/running-processes.ts'
import type { Program } from '../../scripts/processes/program.ts'
import { createProcessGroup, type ProcessGroup, type RunningService } from '../../scripts/processes/process-group.ts'
import { readOrCreateSecrets } from '../../scripts/processes/secrets.ts'
import type { DemoSettings } from '../../scripts/processes/settings.ts'
import { readOrCreateBusCertificate } from './certificates.ts'
import type { DatabaseLayers } from './databases.ts'
import { prepareHaproxyService } from './haproxy.ts'
import { busUrl, prepareNatsServices, type NatsNode } from './nats.ts'
import { type ClusterPasswords, readOrCreatePasswords } from './passwords.ts'
import { tryFor } from './try-for.ts'
import { endPostmasters } from './postmasters.ts'
import { clusterPorts, type ClusterPorts } from './ports.ts'
import { portalServices, type ProductSettings } from './portal-services.ts'
import { findPrograms } from './programs.ts'
import type { Service } from '../../scripts/processes/service.ts'
import { restartAlways } from './restart-always.ts'
import { serviceEnv } from './service-env.ts'
import { createPortalDatabase } from './store.ts'

/** The parts of a cluster to start: its database, the services around the portal, and the release of the portal. */
export type ClusterPlan = {
  demo: DemoSettings
  database: (options: {
    folder: string
    ports: ClusterPorts
    accounts: ClusterPasswords['database']
  }) => Promise<DatabaseLayers>
  natsNodes: readonly NatsNode[]
  /** The external services that the portal calls, such as the issuer of access tokens. */
  neighbours: (settings: ProductSettings) => Service[]
  /** The root folder of the release that the processes run. */
  root: string
  /** Settings of the portal that replace those of the demo. */
  ownSettings: Readonly<Record<string, string>>
}

/** A started cluster, with its ports, settings and URLs. */
export type Cluster = {
  services: ProcessGroup
  ports: ClusterPorts
  product: ProductSettings
  busUrl: string
  serverUrls: readonly string[]
  /** Replaces the account in a database URL of the portal by that of the administrator. */
  asAdministrator(url: string): string
}

/** The control of a cluster on this machine. Its files are in the data folder of the settings. */
export type Topology = {
  /** Starts the cluster. @throws StartError whose message is one sentence for the terminal */
  start(): Promise<Cluster>
  /** Stops all services. It may be called while `start` is running. */
  stop(): Promise<void>
}

const leaderTimeoutMs = 60_000

export function createTopology(plan: ClusterPlan, { printLine, printError, giveUp }: Omit<Program, 'atEnd'>): Topology {
  const { demo } = plan
  const folder = demo.dataDir
  const ports = clusterPorts(demo.ports.portal)
  let note: RunningProcessesFile | undefined
  const services = createProcessGroup({
    logFolder: join(folder, 'logs'),
    baseEnv: serviceEnv,
    note: (running) => {
      note?.write(running.map(({ identity }) => identity))
      writePids(folder, running)
    },
    printError,
    // Does not report that a service ended, because a drill ends services on purpose.
    reportEnd: () => {},
    giveUp,
    countDeaths: restartAlways,
  })

  async function start(): Promise<Cluster> {
    const programs = findPrograms(['haproxy', 'nats-server', 'openssl'])
    note = await reserveDataFolder(folder, printError)
    await endPostmasters(folder)
    const passwords = await readOrCreatePasswords(folder)
    const database = await plan.database({ folder, ports, accounts: passwords.database })
    const nats = {
      program: programs['nats-server'],
      folder,
      ports,
      passwords,
      tls: await readOrCreateBusCertificate(programs.openssl, folder),
      nodes: plan.natsNodes,
    }
    const haproxy = await prepareHaproxyService({
      program: programs.haproxy,
      folder,
      demo,
      ports,
      database: database.behindBalancer,
    })
    printLine('Starting the database, the bus and the balancer.')
    await services.start([...(await prepareNatsServices(nats)), haproxy])
    for (const layer of database.layers) {
      await layer.prepare?.()
      await services.start(layer.services)
    }
    const asAdministrator = (url: string): string => administratorUrl(passwords, url)
    await tryFor(leaderTimeoutMs, () =>
      createPortalDatabase(asAdministrator(database.urls.hostUrl), passwords.database),
    )
    const product: ProductSettings = {
      demo,
      ports,
      secrets: await readOrCreateSecrets(folder),
      database: database.urls,
      root: plan.root,
      ownSettings: { BUS_URL: busUrl(nats), BUS_CA_FILE: nats.tls.certificate, ...plan.ownSettings },
    }
    await mkdir(join(folder, 'exports'), { recursive: true })
    printLine('Starting the portal: two processes of each role.')
    await services.start(plan.neighbours(product))
    await services.start(portalServices(product))
    return { services, ports, product, busUrl: busUrl(nats), serverUrls: database.serverUrls, asAdministrator }
  }

  async function stop(): Promise<void> {
    await services.stop()
    if (!note) return
    await endPostmasters(folder)
    note.remove()
  }

  return { start, stop }
}

function administratorUrl({ database }: ClusterPasswords, portalUrl: string): string {
  const url = new URL(portalUrl)
  const { name, password } = database.administrator
  return Object.assign(url, { username: name, password, pathname: '/postgres' }).href
}

/** Writes the process id of each running service to `<folder>/pids/<name>.pid`. */
function writePids(folder: string, running: readonly RunningService[]): void {
  mkdirSync(join(folder, 'pids'), { recursive: true })
  for (const { name, identity } of running) writeFileSync(join(folder, 'pids', `${name}.pid`), `${identity.pid}\n`)
}
