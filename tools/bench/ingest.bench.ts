import { startTemporaryDatabase } from '#test/processes/temporary-database.ts'
import { readCpuSeconds, findPostgresPid } from './process-cpu.ts'
import { createBenchDatabase, runWithDatabasePool } from './bench-database.ts'
import { registerBenchGateways, benchSerialOf } from './bench-gateways.ts'
import { shareWithWebhookClient, startWebhookReceiver } from './ingest/webhook-client.ts'
import {
  reportingGatewayCount,
  type ListenerProgram,
  type ListenerUnderLoad,
  startDevicesProcess,
  startListenerProcess,
  startListenerUnderLoad,
} from './ingest/listener-under-load.ts'
import { type FigureLimit, limitOfBaselineAgainstItself, printFigure, printRatio } from './print-figures.ts'
import { startBenchProcess } from './bench-process.ts'
import { measureInTurns, median } from './measure-in-turns.ts'

// Measures QoS 1 reports, which are stored before they are acknowledged. The baseline is a minimal listener that copies
// reports into one table. The baseline is also compared with itself, which shows the measuring error.
//
// Also measures the CPU time of connecting a gateway, the memory of a connected gateway, and the CPU time of events and
// webhooks for third parties. `npm run bench -- ingest --only-partners` measures only events and webhooks.
const warmUpMs = 4_000
const roundMs = 1_500
const rounds = 24
const limit = { atLeast: 0.6 }
const idleDevices = 5_000
const firstDevices = 100
const weighings = 9
const connectLimit = { atMost: 3 }
const memoryLimit = { atMost: 12 }
const sharedPart = 0.01
const partnerRounds = 12
/**
 * The number of webhooks for one report. One in 60 reports changes the status: a gateway sends four reports a minute,
 * and changes its status four times an hour. Each change has two events.
 */
const webhooksOfReport = (sharedPart * 2) / 60
const partnersLimit = { atMost: 10 }
const isOnlyPartners = process.argv.includes('--only-partners')

const cluster = await startTemporaryDatabase({ durable: true })
try {
  const url = await createBenchDatabase(cluster.url, 'ingest')
  await runWithDatabasePool(url, (pool) => registerBenchGateways(pool, idleDevices))
  if (!isOnlyPartners) {
    await compareReports(url)
    await weighConnections(url)
  }
  await comparePartners(url)
} finally {
  await cluster.stop()
}

async function compareReports(url: string): Promise<void> {
  const contenders = {
    baseline: await startListenerUnderLoad({ url, program: 'baseline.ts' }),
    ours: await startListenerUnderLoad({ url }),
    baselineAgain: await startListenerUnderLoad({ url, program: 'baseline.ts' }),
  }
  for (const each of Object.values(contenders)) await each.acknowledgedPerSecond(warmUpMs)
  const measure = (each: ListenerUnderLoad) => () => each.acknowledgedPerSecond(roundMs)
  const perSecond = await measureInTurns(
    {
      baseline: measure(contenders.baseline),
      ours: measure(contenders.ours),
      baselineAgain: measure(contenders.baselineAgain),
    },
    rounds,
  )
  const print = (label: string, name: 'ours' | 'baselineAgain', asked: FigureLimit) => {
    const figures = `baseline ${Math.round(median(perSecond.baseline))}/s; ${name} ${Math.round(median(perSecond[name]))}/s`
    printRatio(label, [perSecond[name], perSecond.baseline], { limit: asked, figures })
  }
  print(`reports of ${reportingGatewayCount} gateways, stored before they are acknowledged`, 'ours', limit)
  print('the bare listener, against itself', 'baselineAgain', limitOfBaselineAgainstItself)
  for (const each of Object.values(contenders)) await each.stop()
}

async function weighConnections(url: string): Promise<void> {
  const measure = (program: ListenerProgram) => () => measureMemory(url, program)
  const weights = await measureInTurns(
    { baseline: measure('baseline.ts'), ours: measure('listener.ts'), baselineAgain: measure('baseline.ts') },
    weighings,
  )
  const valuesOf = (name: keyof typeof weights, by: keyof Weight) => weights[name].map((weight) => weight[by])
  const microseconds = (name: keyof typeof weights) => `${name} ${Math.round(median(valuesOf(name, 'cpuUs')))} µs`
  const print = (label: string, name: 'ours' | 'baselineAgain', asked: FigureLimit) =>
    printRatio(label, [valuesOf(name, 'cpuUs'), valuesOf('baseline', 'cpuUs')], {
      limit: asked,
      figures: `${microseconds('baseline')}; ${microseconds(name)}`,
    })
  print('CPU for a gateway to connect', 'ours', connectLimit)
  print('a gateway that connects to the bare listener, against itself', 'baselineAgain', limitOfBaselineAgainstItself)
  const baselineKb = median(valuesOf('baseline', 'kilobytes')).toFixed(1)
  printFigure(`memory of a connected gateway of ${idleDevices}`, valuesOf('ours', 'kilobytes'), {
    unit: 'kB',
    limit: memoryLimit,
    figures: `baseline ${baselineKb} kB`,
  })
}

type PartnerRound = { cpuS: number; reports: number; webhooks: number }

/**
 * Compares the CPU time of listener, database, event log and webhooks for two loads. In both loads, a hundredth of the
 * gateways change their status with each report. In one of the loads, these gateways are shared with a third party.
 *
 * Prints the share of events and webhooks in the CPU time. The share is calculated for gateways whose status changes as
 * often as in a home.
 */
async function comparePartners(url: string): Promise<void> {
  const changing = Math.round(reportingGatewayCount * sharedPart)
  const receiver = await startWebhookReceiver()
  const postmaster = await runWithDatabasePool(url, async (pool) => {
    const serials = Array.from({ length: changing }, (_, index) => benchSerialOf(reportingGatewayCount + index))
    await shareWithWebhookClient(pool, { serials, url: receiver.url })
    return findPostgresPid(pool)
  })
  const partners = await startBenchProcess(new URL('ingest/partners.ts', import.meta.url), [url], 'jobs')
  const contenders = {
    unshared: await startListenerUnderLoad({ url, gateways: { first: 0, changing } }),
    shared: await startListenerUnderLoad({ url, gateways: { first: reportingGatewayCount, changing } }),
  }
  const measure = (each: ListenerUnderLoad) => async (): Promise<PartnerRound> => {
    const cpu = async () => (await each.cpu()) + (await partners.ask('cpu')) + (await readCpuSeconds(postmaster))
    const [delivered, before] = [await partners.ask('drained'), await cpu()]
    const reports = ((await each.acknowledgedPerSecond(roundMs)) * roundMs) / 1000
    const webhooks = (await partners.ask('drained')) - delivered
    return { cpuS: (await cpu()) - before, reports, webhooks }
  }
  const turns = { unshared: measure(contenders.unshared), shared: measure(contenders.shared) }
  for (const each of Object.values(turns)) await each()
  const measured = await measureInTurns<keyof typeof turns, PartnerRound>(turns, partnerRounds)
  const ofReport = ({ cpuS, reports }: PartnerRound): number => (cpuS / reports) * 1e6
  const ofWebhook = measured.shared.map((shared, round) => {
    const without = measured.unshared[round]
    return without ? ((ofReport(shared) - ofReport(without)) * shared.reports) / shared.webhooks : Number.NaN
  })
  const reportUs = median(measured.unshared.map(ofReport))
  const perSecond = median(measured.shared.map(({ reports }) => reports)) / (roundMs / 1000)
  printFigure(
    'CPU of events and webhooks for a hundredth of the gateways, against that of ingest',
    ofWebhook.map((webhookUs) => (100 * webhookUs * webhooksOfReport) / reportUs),
    {
      unit: '%',
      limit: partnersLimit,
      figures: `report ${Math.round(reportUs)} µs, event with webhook ${Math.round(median(ofWebhook))} µs, at ${Math.round(perSecond)}/s`,
    },
  )
  await Promise.all([partners.stop(), ...Object.values(contenders).map(async (each) => each.stop())])
  receiver.close()
}

type Weight = { cpuUs: number; kilobytes: number }

/** Measures the CPU time and the memory that a listener needs for each of many connections. */
async function measureMemory(url: string, program: ListenerProgram): Promise<Weight> {
  const listener = await startListenerProcess(url, program)
  const few = await startDevicesProcess(listener, firstDevices)
  const [memoryBefore, cpuBefore] = [await listener.ask('memory'), await listener.ask('cpu')]
  const load = await startDevicesProcess(listener, idleDevices)
  const cpuUs = (((await listener.ask('cpu')) - cpuBefore) / idleDevices) * 1e6
  const kilobytes = ((await listener.ask('memory')) - memoryBefore) / (idleDevices - firstDevices) / 1000
  await Promise.all([few.stop(), load.stop(), listener.stop()])
  return { cpuUs, kilobytes }
}
