import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { preparePatroniDatabase, type PatroniDrillOptions } from '../cluster/patroni-database.ts'
import { readExportStoreSettings } from '../cluster/export-store-settings.ts'
import { repositoryRoot, standInServicesOf, type PortalServiceSettings } from '../cluster/portal-services.ts'
import { MissingProgramsError } from '../cluster/find-programs.ts'
import { type ServiceSpec, serviceSpecOf } from '../../scripts/processes/service-spec.ts'
import { prepareStandbyPair } from '../cluster/standby-pair.ts'
import type { ProgramControls } from '../../scripts/processes/run-program.ts'
import { createClusterControl, type RunningCluster, type ClusterPlan } from '../cluster/cluster-control.ts'
import { readClusterSettings } from '../cluster/start-cluster.ts'
import { endPostmasters } from '../cluster/postmasters.ts'
import { reserveDataFolder } from '../../scripts/processes/running-processes.ts'
import { checkInvariants } from './check-invariants.ts'
import type { DrillFault } from './drill-faults.ts'
import { createFindings, type Findings } from './findings.ts'
import { writeFleetRegistry } from './fleet-gateways.ts'
import { prepareDrillEquipment } from './prepare-drill-equipment.ts'
import { upgradeFaultName } from './machine-faults.ts'
import { createReportLedger, type ReportLedger } from './report-ledger.ts'
import { startDrillLoad, type DrillLoad } from './start-drill-load.ts'
import { parseDrillOptions, type DrillOptions } from './drill-options.ts'
import { createShortPlan, createWholePlan, type DrillEquipment, type FaultPlan } from './drill-plans.ts'
import { measureLateness, waitUntilNothingIsLate } from './measure-lateness.ts'
import { createRestorePointRecorder } from './restore-point.ts'
import { createDrillRecord, getOrAddFaultRecord, type DrillRecord, describeMachine } from './drill-record.ts'
import { fullLoadScale, type LoadScale, shortLoadScale } from './load-scale.ts'
import { findPrimaryUrl, readTwoCompanyIds } from './store.ts'
import { type StandbyRepairer, startStandbyRepairer } from './standby-repairer.ts'
import { addDrillToSummary } from './drill-summary.ts'
import { formatDrillTable } from './drill-table.ts'
import { createTokenIssuer } from './token-issuer.ts'

/** The cluster, the load and the records that the steps of a drill share. */
type Drill = {
  plans: readonly FaultPlan[]
  cluster: RunningCluster
  load: DrillLoad
  standbys: Pick<StandbyRepairer, 'copied'>
  ledger: ReportLedger
  findings: Findings
  record: DrillRecord
  tableFile: string
  printLine: (text: string) => void
}

/**
 * Runs `npm run cluster -- drill`: causes one fault after another under load, until each fault has been tried as often
 * as planned. The results stay in the data folder until the next drill. Returns the exit code, which is 1 if an
 * invariant was broken.
 */
export async function runDrill(program: ProgramControls, args: readonly string[]): Promise<number> {
  const options = parseDrillOptions(args)
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

/** Tries all faults. Returns whether all invariants held. */
async function tryAll(drill: Drill): Promise<boolean> {
  const { load, findings, printLine, record } = drill
  let isServed = false
  for (let fault = nextFault(drill); fault; fault = nextFault(drill)) {
    isServed ||= await waitUntilNothingIsLate(load.probes)
    if (!isServed) findings.broken('the load was not served before a fault')
    isServed = await tryFault(drill, fault)
  }
  printLine(formatDrillTable(record))
  const broken = Object.values(record.faults).flatMap((fault) => fault.broken)
  printLine(broken.length === 0 ? 'No invariant broke.' : ['Broken:', ...broken].join('\n  '))
  return broken.length === 0
}

async function beginDrill(program: ProgramControls, options: DrillOptions): Promise<Drill> {
  const { printLine, atEnd } = program
  const demo = await readClusterSettings(options.isShort ? '.data/drill-short' : '.data/drill')
  const folder = demo.dataDir
  await emptyFolder(folder, program.printError)
  const keyFile = join(folder, 'issuer-key.json')
  const pageDir = join(folder, 'page')
  await mkdir(pageDir, { recursive: true })
  await writeFile(join(pageDir, 'index.html'), '<!doctype html><title>Portal</title>')
  const tokens = await createTokenIssuer(keyFile, demo.issuer)
  const equipment = options.isShort ? undefined : await prepareDrillEquipment(demo, program)
  const first = firstRelease(equipment, options)
  const plan: ClusterPlan = {
    demo: { ...demo, pageDir },
    database: async (cluster_) =>
      equipment ? preparePatroniDatabase(cluster_, extrasOf(equipment)) : prepareStandbyPair(cluster_),
    natsNodes: options.isShort ? [1] : [1, 2, 3],
    neighbours: (settings) => [issuerService(settings, keyFile), ...withoutIdentity(standInServicesOf(settings))],
    root: first,
    ownSettings: {
      LOG_LEVEL: 'warn',
      GATEWAY_REPORTS_PER_MINUTE: '600',
      ERROR_TOLD_AFTER_SECONDS: '5',
      ...(equipment ? first === repositoryRoot && equipment.store.env : readExportStoreSettings(process.env)),
    },
  }
  const topology = createClusterControl(plan, program)
  atEnd(topology.stop)
  const cluster = await topology.start()
  const findings = createFindings(printLine)
  const ledger = createReportLedger()
  const scale = options.isShort ? shortLoadScale : fullLoadScale
  await importData(cluster, scale)
  await equipment?.backup.prepare(cluster)
  const url = await findPrimaryUrl(cluster.serverUrls)
  printLine('Making people, and beginning the load.')
  const load = await startDrillLoad({
    scale,
    portalUrl: demo.portalUrl,
    mqttUrl: `mqtt://127.0.0.1:${demo.ports.mqtt}`,
    tokens,
    companies: await readTwoCompanyIds(url),
    ledger,
    findings,
  })
  const standbys = equipment ? startStandbyRepairer({ cluster, machines: equipment.machines, printLine }) : noStandbys
  atEnd(standbys.stop)
  const record = createDrillRecord({ machine: describeMachine(), load: loadIn(scale), now: new Date() })
  const promised = { ...load, ledger, findings }
  const plans = equipment
    ? createWholePlan({
        cluster,
        equipment,
        load,
        judge: createRestorePointRecorder(cluster, promised),
        choose: chooseOne,
      })
    : createShortPlan(cluster, load, chooseOne)
  atEnd(load.stop)
  const tableFile = join(folder, 'drill.md')
  const drill = {
    plans: chosenPlans(plans, options),
    cluster,
    load,
    standbys,
    ledger,
    findings,
    record,
    tableFile,
    printLine,
  }
  return drill
}

/** Replaces the watch of the standbys in the short drill, whose two servers run without Patroni. */
const noStandbys: StandbyRepairer = { copied: () => 0, stop: async () => {} }

function extrasOf({ machines, clocks, backup }: DrillEquipment): PatroniDrillOptions {
  return { machines, toolsOf: clocks.toolsOf, archive: backup.archive }
}

/**
 * Returns the folder of the release with which the drill starts. If the drill tries the upgrade, this is the previous
 * release.
 */
function firstRelease(equipment: DrillEquipment | undefined, { only }: DrillOptions): string {
  const before = equipment?.releases.before
  return before && upgradeFaultName.includes(only ?? '') ? before : repositoryRoot
}

function issuerService({ demo }: PortalServiceSettings, keyFile: string): ServiceSpec {
  const port = String(demo.ports.identity)
  return serviceSpecOf({
    name: 'issuer',
    script: 'tools/drill/issuer.ts',
    env: { PORT: port, ISSUER: demo.issuer, KEY_FILE: keyFile },
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
  for (const [kind, path] of [
    ['gateways', file],
    ['companies', 'stand-ins/companies.csv'],
  ] as const) {
    const command = [process.execPath, join(product.root, 'scripts/portal.ts'), 'import', kind, path] as const
    await services.runToEnd({ name: `import-${kind}`, command, env, user: undefined, ready: { kind: 'at-once' } })
  }
}

function loadIn({ gateways, pages, savers, exporters }: LoadScale): string {
  return `${gateways} gateways reporting each second, ${pages} open pages, ${savers} people saving, ${exporters} exporting`
}

/**
 * The files of the previous drill that stay in the data folder: its port, which identifies processes that this drill
 * left, and its downloads.
 */
const kept = ['port', 'debian-ceph', 'releases']

/** Ends the processes that a killed drill has left, and removes its data. */
async function emptyFolder(folder: string, printError: (text: string) => void): Promise<void> {
  const note = await reserveDataFolder(folder, printError)
  await endPostmasters(folder)
  note.remove()
  const names = (await readdir(folder)).filter((name) => !kept.includes(name))
  for (const name of names) await rm(join(folder, name), { recursive: true })
}

/** Returns the plans that `--only` selects. `--tries` replaces their number of tries. */
function chosenPlans(plans: readonly FaultPlan[], { only, tries }: DrillOptions): FaultPlan[] {
  const wanted = plans.filter(({ fault }) => fault.name.includes(only ?? ''))
  return wanted.map((plan) => ({ ...plan, tries: tries ?? plan.tries }))
}

function chooseOne<Item>(items: readonly Item[]): Item {
  return items[Math.floor(Math.random() * items.length)] as Item
}

/** Returns the fault with the fewest tries; undefined if every fault has been tried as often as planned. */
function nextFault({ plans, record }: Drill): DrillFault | undefined {
  const triesOf = ({ fault }: FaultPlan): number => record.faults[fault.name]?.tries ?? 0
  const open = plans.filter((plan) => triesOf(plan) < plan.tries)
  return open.toSorted((a, b) => triesOf(a) - triesOf(b))[0]?.fault
}

/** Causes a fault, and checks all invariants. Returns whether the portal then serves the load again. */
async function tryFault(drill: Drill, fault: DrillFault): Promise<boolean> {
  const { load, standbys, findings, record, cluster, ledger, tableFile, printLine } = drill
  const before = {
    saves: load.saved.saves,
    exports: load.exported.requests.length,
    files: load.exported.fetched,
    events: load.events(),
    standbysCopied: standbys.copied(),
  }
  const happening = fault.happen().catch((error: Error) => findings.broken(`the fault failed: ${error.message}`))
  const lateness = await measureLateness(load.probes, happening)
  await happening
  if (!lateness.isOver) findings.broken('the load was not served again')
  if (lateness.pagesAfterEnd > 10_000) findings.broken(`pages followed only ${lateness.pagesAfterEnd} ms after the end`)
  const { lost, reports } = await checkInvariants({ ...cluster, ...load, ledger, findings }).catch((error: Error) => {
    findings.broken(`the check failed: ${error.message}`)
    // Counts no reports, because the check after the next fault checks them.
    return { lost: 0, reports: 0 }
  })
  const { errors, broken } = findings.take()
  const own = getOrAddFaultRecord(record, fault.name)
  own.tries += 1
  own.lost += lost
  own.reportsBack.push(lateness.reports / 1_000)
  own.pagesBack.push(lateness.pages / 1_000)
  own.callsBack.push(lateness.calls / 1_000)
  own.broken.push(...broken)
  for (const [error, count] of Object.entries(errors)) own.errors[error] = (own.errors[error] ?? 0) + count
  record.totals.kills += fault.kills ?? 0
  record.totals.reports += reports
  record.totals.saves += load.saved.saves - before.saves
  record.totals.exports += load.exported.requests.length - before.exports
  record.totals.files += load.exported.fetched - before.files
  record.totals.events += load.events() - before.events
  record.totals.standbysCopied += standbys.copied() - before.standbysCopied
  record.lastAt = new Date().toISOString()
  await writeFile(tableFile, formatDrillTable(record))
  const [reportsS, pagesS, callsS] = [lateness.reports, lateness.pages, lateness.calls].map((ms) =>
    (ms / 1_000).toFixed(1),
  )
  printLine(
    `${fault.name}: ${lost} of ${reports} lost; waited: reports ${reportsS} s, pages ${pagesS} s, calls ${callsS} s`,
  )
  return lateness.isOver
}
