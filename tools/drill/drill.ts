import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createSigningKey, createTokenIssuer } from '../access-tokens.ts'
import { preparePatroniDatabase } from '../cluster/patroni-database.ts'
import { readExportStoreSettings } from '../cluster/export-store-settings.ts'
import { repositoryRoot, standInServicesOf, type PortalServiceSettings } from '../cluster/portal-services.ts'
import { MissingProgramsError } from '../cluster/find-programs.ts'
import { type ServiceSpec, serviceSpecOf } from '../../scripts/processes/service-spec.ts'
import { prepareStandbyPair } from '../cluster/standby-pair.ts'
import type { ProgramControls } from '../../scripts/processes/run-program.ts'
import { createClusterControl, type RunningCluster } from '../cluster/cluster-control.ts'
import { parseNumber, parseOptions } from '../cluster/parse-options.ts'
import { readClusterSettings } from '../cluster/start-cluster.ts'
import { endPostmasters } from '../cluster/postmasters.ts'
import { reserveDataFolder } from '../../scripts/processes/running-processes.ts'
import { checkInvariants } from './checks.ts'
import { createProcessFaults, createShortPlan, type DrillFault } from './faults.ts'
import { createFindings, type Findings } from './findings.ts'
import { writeFleetRegistry } from './fleet-gateways.ts'
import { prepareDrillEquipment } from './prepare-drill-equipment.ts'
import { createMachineFaults, createUpgradeFault, upgradeFaultName } from './machine-faults.ts'
import { fullLoadScale, type LoadScale, shortLoadScale, startDrillLoad, type DrillLoad } from './start-drill-load.ts'
import { measureLateness, waitUntilNothingIsLate } from './lateness.ts'
import { findPrimaryUrl, readTwoCompanyIds } from './store.ts'
import { startStandbyRepairer } from './standby-repairer.ts'
import { addDrillToSummary, type FaultTry, formatDrillReport } from './drill-report.ts'

/**
 * The options of the command line. `tries`: the number of tries of each fault, instead of that of the plan. `only`: a
 * part of the names of the faults to try. `summary`: the path of a file with the text `N passed, N failed`, to whose
 * counts the drill adds itself like one more test.
 */
type DrillOptions = ReturnType<typeof readDrillOptions>

function readDrillOptions(args: readonly string[]) {
  const text = { type: 'string' } as const
  const options = { short: { type: 'boolean' }, tries: text, only: text, summary: text } as const
  const { short = false, tries, ...others } = parseOptions({ args: [...args], options }).values
  return { ...others, isShort: short, tries: tries === undefined ? undefined : parseNumber(tries, 1) }
}

/** The cluster, the load and the faults of a drill. */
type Drill = {
  plan: readonly DrillFault[]
  cluster: RunningCluster
  load: DrillLoad
  scale: LoadScale
  /** Returns how often a standby has been copied again. */
  standbysCopied(): number
  printLine: (text: string) => void
}

/**
 * Runs `npm run cluster -- drill`: causes one fault after another under load, until each fault has been tried as often
 * as planned. The results stay in the data folder until the next drill. Returns the exit code, which is 1 if an
 * invariant was broken.
 */
export async function runDrill(program: ProgramControls, args: readonly string[]): Promise<number> {
  const options = readDrillOptions(args)
  const count = async (isWell: boolean): Promise<void> => {
    if (options.summary !== undefined) await addDrillToSummary(options.summary, isWell)
  }
  try {
    const isWell = await tryAll(await beginDrill(program, options))
    await count(isWell)
    return isWell ? 0 : 1
  } catch (error) {
    const isOptional = options.summary !== undefined && error instanceof MissingProgramsError
    if (!isOptional) await count(false)
    if (!isOptional) throw error
    program.printLine(`The drill was not tried. ${error.message}`)
    return 0
  }
}

/**
 * Tries all faults. The next fault is always the first of those with the fewest tries. Returns whether all invariants
 * held.
 */
async function tryAll(drill: Drill): Promise<boolean> {
  const { plan, cluster, load, scale, printLine } = drill
  const begunAt = new Date()
  const { gateways, pages, savers, exporters } = scale
  const loadText = `${gateways} gateways reporting each second, ${pages} open pages, ${savers} people saving, ${exporters} exporting`
  const tries: FaultTry[] = []
  const report = (): string => formatDrillReport({ load: loadText, begunAt, now: new Date() }, tries)
  let isServed = false
  for (;;) {
    const open = plan
      .map((fault) => ({ fault, before: tries.filter((one) => one.fault === fault.name).length }))
      .filter(({ fault, before }) => before < fault.tries)
    const [next] = open.toSorted((a, b) => a.before - b.before)
    if (!next) break
    isServed ||= await waitUntilNothingIsLate(load.probes)
    if (!isServed) load.findings.addBrokenInvariant('the load was not served before a fault')
    const { isOver, ...done } = await tryFault(drill, next)
    isServed = isOver
    tries.push(done)
    await writeFile(join(cluster.product.demo.dataDir, 'drill.md'), report())
  }
  printLine(report())
  for (const finding of await load.partner.checkDeliveries(await findPrimaryUrl(cluster.serverUrls)))
    load.findings.addBrokenInvariant(finding)
  const broken = [...tries.flatMap((one) => one.broken), ...load.findings.takeAll().broken]
  printLine(broken.length === 0 ? 'No invariant broke.' : ['Broken:', ...broken].join('\n  '))
  return broken.length === 0
}

/** The longest time in ms from the start of a fault until an owner ends a grant. */
const maxEndDelayMs = 5_000

/**
 * Causes a fault, ends a grant of the partner meanwhile, and checks all invariants. `isOver`: whether the portal then serves
 * the load again.
 */
async function tryFault(
  drill: Drill,
  { fault, before }: { fault: DrillFault; before: number },
): Promise<FaultTry & { isOver: boolean }> {
  const { load, cluster, printLine } = drill
  const { findings } = load
  const earlier = countsOf(drill)
  const happening = fault
    .cause(before)
    .catch((error: Error) => findings.addBrokenInvariant(`the fault failed: ${error.message}`))
  const ending = pause(Math.random() * maxEndDelayMs)
    .then(async () => load.partner.endOneGrant())
    .catch((error: Error) => findings.addBrokenInvariant(`the end of a grant failed: ${error.message}`))
  const lateness = await measureLateness(load.probes, happening)
  await Promise.all([happening, ending])
  if (!lateness.isOver) findings.addBrokenInvariant('the load was not served again')
  if (lateness.pagesAfterEnd > 10_000)
    findings.addBrokenInvariant(`pages followed only ${lateness.pagesAfterEnd} ms after the end`)
  const { lost, reports } = await checkInvariants(cluster, load).catch((error: Error) => {
    findings.addBrokenInvariant(`the check failed: ${error.message}`)
    // Counts no reports, because the check after the next fault checks them.
    return { lost: 0, reports: 0 }
  })
  const now = Object.entries(countsOf(drill)).map(([name, count]) => [name, count - (earlier[name] ?? 0)])
  const counts = { 'processes killed': fault.kills ?? 0, 'reports acknowledged': reports, ...Object.fromEntries(now) }
  const waited = { reports: lateness.reports / 1_000, pages: lateness.pages / 1_000, calls: lateness.calls / 1_000 }
  const waits = Object.entries(waited).map(([kind, seconds]) => `${kind} ${seconds.toFixed(1)} s`)
  printLine(`${fault.name}: ${lost} of ${reports} lost; waited: ${waits.join(', ')}`)
  return { fault: fault.name, lost, waited, counts, ...findings.takeAll(), isOver: lateness.isOver }
}

function countsOf({ load, standbysCopied }: Drill): Record<string, number> {
  const { read, delivered } = load.partner.counts()
  return {
    'addresses saved': load.saved.saves,
    'exports taken': load.exported.requests.length,
    'files fetched': load.exported.fetched,
    'values shown': load.events(),
    'events read by the partner': read,
    'events delivered as webhooks': delivered,
    'standbys copied again': standbysCopied(),
  }
}

async function beginDrill(program: ProgramControls, options: DrillOptions): Promise<Drill> {
  const { printLine, runAtEnd } = program
  const demo = await readClusterSettings(options.isShort ? '.data/drill-short' : '.data/drill')
  await emptyFolder(demo.dataDir, program.printError)
  const pageDir = join(demo.dataDir, 'page')
  await mkdir(pageDir, { recursive: true })
  await writeFile(join(pageDir, 'index.html'), '<!doctype html><title>Portal</title>')
  const key = await createSigningKey()
  const keyFile = join(demo.dataDir, 'issuer-key.json')
  await writeFile(keyFile, JSON.stringify(key), { mode: 0o600 })
  const equipment = options.isShort ? undefined : await prepareDrillEquipment(demo, program)
  // A drill that tries the upgrade starts with the previous release.
  const previous = upgradeFaultName.includes(options.only ?? '') ? equipment?.previousRelease : undefined
  const control = createClusterControl(
    {
      demo: { ...demo, pageDir },
      database: async (database) =>
        equipment ? preparePatroniDatabase({ ...database, ...equipment.database }) : prepareStandbyPair(database),
      natsNodes: options.isShort ? [1] : [1, 2, 3],
      externalServices: (settings) => [
        issuerService(settings, keyFile),
        ...withoutIdentity(standInServicesOf(settings)),
      ],
      root: previous ?? repositoryRoot,
      ownSettings: {
        LOG_LEVEL: 'warn',
        GATEWAY_REPORTS_PER_MINUTE: '600',
        ERROR_TOLD_AFTER_SECONDS: '5',
        ...(equipment?.store.env ?? readExportStoreSettings(process.env)),
      },
    },
    program,
  )
  runAtEnd(control.stop)
  const cluster = await control.start()
  const findings: Findings = createFindings(printLine)
  const scale = options.isShort ? shortLoadScale : fullLoadScale
  await importData(cluster, scale)
  await equipment?.backup.prepare(cluster)
  printLine('Making people, and beginning the load.')
  const load = await startDrillLoad({
    scale,
    portalUrl: demo.portalUrl,
    mqttUrl: `mqtt://127.0.0.1:${demo.ports.mqtt}`,
    tokens: await createTokenIssuer(demo.issuer, key),
    companies: await readTwoCompanyIds(await findPrimaryUrl(cluster.serverUrls)),
    findings,
  })
  const standbys = equipment && startStandbyRepairer(cluster, equipment.machines, printLine)
  runAtEnd(async () => standbys?.stop())
  runAtEnd(load.stop)
  await load.partner.start(await findPrimaryUrl(cluster.serverUrls))
  const faults = equipment
    ? [...createProcessFaults(cluster, load), ...createMachineFaults(cluster, load, equipment)]
    : createShortPlan(cluster, load)
  const upgrade = equipment && previous !== undefined && createUpgradeFault(cluster, previous)
  const plan = [...(upgrade ? [upgrade] : []), ...faults]
    .filter(({ name }) => name.includes(options.only ?? ''))
    .map((fault) => ({ ...fault, tries: options.tries ?? fault.tries }))
  return { plan, cluster, load, scale, standbysCopied: () => standbys?.copied() ?? 0, printLine }
}

function issuerService({ demo }: PortalServiceSettings, keyFile: string): ServiceSpec {
  return serviceSpecOf({
    name: 'issuer',
    script: 'tools/drill/issuer.ts',
    env: { PORT: String(demo.ports.identity), ISSUER: demo.issuer, KEY_FILE: keyFile },
    ready: { kind: 'http', url: `${demo.issuer}/jwks` },
  })
}

function withoutIdentity(services: readonly ServiceSpec[]): ServiceSpec[] {
  return services.filter(({ name }) => name === 'policies' || name === 'mailbox')
}

/** Imports the gateways of the drill and the companies of the demo with the operator's commands. */
async function importData({ product, services }: RunningCluster, { gateways }: LoadScale): Promise<void> {
  const file = join(product.demo.dataDir, 'fleet.csv')
  await writeFleetRegistry(file, gateways)
  const env = { DATABASE_URL: product.database.sessionUrl, REGISTRY_KEY: product.secrets.registryKey }
  for (const [kind, path] of Object.entries({ gateways: file, companies: 'stand-ins/companies.csv' })) {
    const command = [process.execPath, join(product.root, 'scripts/portal.ts'), 'import', kind, path] as const
    await services.runToEnd({ name: `import-${kind}`, command, env, ready: { kind: 'at-once' } })
  }
}

/**
 * The files of the previous drill that stay in the data folder: its port, which identifies processes that this drill
 * left, and its downloads.
 */
const lastingFiles = ['port', 'debian-ceph', 'releases']

/** Ends the processes that a killed drill has left, and removes its data. */
async function emptyFolder(folder: string, printError: (text: string) => void): Promise<void> {
  const note = await reserveDataFolder(folder, printError)
  await endPostmasters(folder)
  note.remove()
  for (const name of await readdir(folder))
    if (!lastingFiles.includes(name)) await rm(join(folder, name), { recursive: true })
}
