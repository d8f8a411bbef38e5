import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { minuteMs } from '#contract/durations.ts'
import { reserveDataFolder, type RunningProcessesFile } from '../../scripts/processes/running-processes.ts'
import type { ProgramControls } from '../../scripts/processes/run-program.ts'
import { createProcessGroup, type ProcessGroup, type RunningService } from '../../scripts/processes/process-group.ts'
import { readOrCreateSecrets } from '../../scripts/processes/demo-secrets.ts'
import type { DemoSettings } from '../../scripts/processes/demo-settings.ts'
import { readOrCreateBusCertificate } from './bus-certificate.ts'
import type { ClusterDatabaseOptions, DatabaseLayers } from './database-layers.ts'
import { prepareHaproxyService } from './haproxy.ts'
import { busUrlOf, prepareNatsServices, type NatsNodeNumber } from './nats.ts'
import { type ClusterPasswords, readOrCreatePasswords } from './passwords.ts'
import { retryUntilTimeout } from './retry-until-timeout.ts'
import { endPostmasters } from './postmasters.ts'
import { clusterPortsFrom, type ClusterPorts } from './cluster-ports.ts'
import { portalServicesOf, type PortalServiceSettings } from './portal-services.ts'
import { findPrograms } from './find-programs.ts'
import type { ServiceSpec } from '../../scripts/processes/service-spec.ts'
import { serviceEnv } from './service-env.ts'
import { createPortalDatabase } from './store.ts'

/** The parts of a cluster to start: its database, the services around the portal, and the release of the portal. */
export type ClusterPlan = {
  demo: DemoSettings
  database: (options: ClusterDatabaseOptions) => Promise<DatabaseLayers>
  natsNodes: readonly NatsNodeNumber[]
  /** The external services that the portal calls, such as the issuer of access tokens. */
  externalServices: (settings: PortalServiceSettings) => ServiceSpec[]
  /** The root folder of the release that the processes run. */
  root: string
  /** Settings of the portal that replace those of the demo. */
  ownSettings: Readonly<Record<string, string>>
}

/** A started cluster, with its ports, settings and URLs. */
export type RunningCluster = {
  services: ProcessGroup
  ports: ClusterPorts
  product: PortalServiceSettings
  busUrl: string
  serverUrls: readonly string[]
  /** Replaces the account in a database URL of the portal by that of the administrator. */
  asAdministrator(url: string): string
}

/** The control of a cluster on this machine. Its files are in the data folder of the settings. */
export type ClusterControl = {
  /** Starts the cluster. @throws StartError whose message is one sentence for the terminal */
  start(): Promise<RunningCluster>
  /** Stops all services. A caller can call this function while `start` is running. */
  stop(): Promise<void>
}

const leaderTimeoutMs = minuteMs
const restartPauseMs = 1_000

export function createClusterControl(
  plan: ClusterPlan,
  { printLine, printError, giveUp }: Omit<ProgramControls, 'runAtEnd'>,
): ClusterControl {
  const { demo } = plan
  const folder = demo.dataDir
  const ports = clusterPortsFrom(demo.ports.portal)
  let note: RunningProcessesFile | undefined
  const services = createProcessGroup({
    logFolder: join(folder, 'logs'),
    baseEnv: serviceEnv,
    note: (runningServices) => {
      note?.write(runningServices.map(({ identity }) => identity))
      writePids(folder, runningServices)
    },
    printError,
    // Does not report that a service ended, because a drill ends services on purpose.
    reportEnd: () => {},
    giveUp,
    // Restarts a service after each end, like a service manager, because a drill ends it often.
    createBackoff: () => ({ next: () => ({ again: 'after', pauseMs: restartPauseMs }) }),
  })

  async function start(): Promise<RunningCluster> {
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
    await retryUntilTimeout(leaderTimeoutMs, () =>
      createPortalDatabase(asAdministrator(database.urls.hostUrl), passwords.database),
    )
    const product: PortalServiceSettings = {
      demo,
      ports,
      secrets: await readOrCreateSecrets(folder),
      database: database.urls,
      root: plan.root,
      ownSettings: { BUS_URL: busUrlOf(nats), BUS_CA_FILE: nats.tls.certificate, ...plan.ownSettings },
    }
    await mkdir(join(folder, 'exports'), { recursive: true })
    printLine('Starting the portal: two processes of each role.')
    await services.start(plan.externalServices(product))
    await services.start(portalServicesOf(product))
    return { services, ports, product, busUrl: busUrlOf(nats), serverUrls: database.serverUrls, asAdministrator }
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
