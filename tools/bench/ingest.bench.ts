import { startWebhookServer } from '#test/partners/webhook-server.ts'
import { readCpuSeconds } from '../process-table.ts'
import { runWithDatabasePool } from '../database-pool.ts'
import { findPostgresPid, startBenchServer } from './bench-server.ts'
import { registerBenchGateways, benchSerialOf } from './bench-gateways.ts'
import { shareWithWebhookClient } from './ingest/webhook-client.ts'
import {
  reportingGatewayCount,
  type ListenerProgram,
  type ListenerUnderLoad,
  startDevicesProcess,
  startListenerProcess,
  startListenerUnderLoad,
} from './ingest/listener-under-load.ts'
import { compareWithBaseline } from './compare-with-baseline.ts'
import { printFigure } from './print-figures.ts'
import { startBenchProcess } from './bench-process.ts'
import { measureInTurns, median } from './measure-in-turns.ts'

// Measures QoS 1 reports, which are stored before they are acknowledged. The baseline is a minimal listener that
// copies reports into one table.
//
// Also measures the CPU time of connecting a gateway, the memory of a connected gateway, and the CPU time of events
// and webhooks for third parties. `npm run bench -- ingest --only-partners` measures only the last.

const roundMs = 1_500
const idleDevices = 5_000
const firstDevices = 100
const sharedPart = 0.01
/**
 * The number of webhooks for one report. One in 60 reports changes the status: a gateway sends four reports a minute,
 * and changes its status four times an hour. Each change has two events.
 */
const webhooksOfReport = (sharedPart * 2) / 60

await using server = await startBenchServer({ durable: true })
const url = await server.createDatabase('ingest')
await runWithDatabasePool(url, (pool) => registerBenchGateways(pool, idleDevices))
if (!process.argv.includes('--only-partners')) {
  await compareReports()
  await compareConnections()
}
await comparePartners()

async function compareReports(): Promise<void> {
  await using baseline = await startListenerUnderLoad({ url, program: 'baseline.ts' })
  await using ours = await startListenerUnderLoad({ url })
  const measure = (one: ListenerUnderLoad) => () => one.acknowledgedPerSecond(roundMs)
  await compareWithBaseline(
    { baseline: measure(baseline), ours: measure(ours) },
    {
      warmUps: 3,
      rounds: 24,
      figures: [
        {
          label: `reports of ${reportingGatewayCount} gateways, stored before they are acknowledged`,
          of: (perSecond) => perSecond,
          unit: '/s',
          limit: { atLeast: 0.6 },
        },
      ],
    },
  )
}

async function compareConnections(): Promise<void> {
  const costs = await compareWithBaseline(
    { baseline: async () => measureConnections('baseline.ts'), ours: async () => measureConnections('listener.ts') },
    {
      rounds: 9,
      figures: [{ label: 'CPU for a gateway to connect', of: ({ cpuUs }) => cpuUs, unit: 'µs', limit: { atMost: 3 } }],
    },
  )
  const kilobytesOf = (name: keyof typeof costs) => costs[name].map(({ kilobytes }) => kilobytes)
  printFigure(`memory of a connected gateway of ${idleDevices}`, kilobytesOf('ours'), {
    unit: 'kB',
    limit: { atMost: 12 },
    figures: `baseline ${median(kilobytesOf('baseline')).toFixed(1)} kB`,
  })
}

/** Measures the CPU time and the memory that a listener needs for each of many connections. */
async function measureConnections(program: ListenerProgram): Promise<{ cpuUs: number; kilobytes: number }> {
  await using listener = await startListenerProcess(url, program)
  await using _few = await startDevicesProcess(listener, firstDevices)
  const [memoryBefore, cpuBefore] = [await listener.ask('memory'), await listener.ask('cpu')]
  await using _many = await startDevicesProcess(listener, idleDevices)
  const cpuUs = (((await listener.ask('cpu')) - cpuBefore) / idleDevices) * 1e6
  const kilobytes = ((await listener.ask('memory')) - memoryBefore) / (idleDevices - firstDevices) / 1000
  return { cpuUs, kilobytes }
}

type PartnerRound = { cpuS: number; reports: number; webhooks: number }

/**
 * Compares the CPU time of listener, database, event log and webhooks for two loads. In both loads, a hundredth of the
 * gateways change their status with each report. In one of the loads, these gateways are shared with a third party.
 *
 * Prints the share of events and webhooks in the CPU time. The share is calculated for gateways whose status changes as
 * often as in a home.
 */
async function comparePartners(): Promise<void> {
  const changing = Math.round(reportingGatewayCount * sharedPart)
  const receiver = await startWebhookServer()
  const postmaster = await runWithDatabasePool(url, async (pool) => {
    const serials = Array.from({ length: changing }, (_, index) => benchSerialOf(reportingGatewayCount + index))
    await shareWithWebhookClient(pool, { serials, url: receiver.url('/') })
    return findPostgresPid(pool)
  })
  await using partners = await startBenchProcess(new URL('ingest/partners.ts', import.meta.url), [url], 'jobs')
  await using unshared = await startListenerUnderLoad({ url, gateways: { first: 0, changing } })
  await using shared = await startListenerUnderLoad({ url, gateways: { first: reportingGatewayCount, changing } })
  const measure = (one: ListenerUnderLoad) => async (): Promise<PartnerRound> => {
    const cpu = async () => (await one.cpu()) + (await partners.ask('cpu')) + readCpuSeconds(postmaster)
    const [delivered, before] = [await partners.ask('drained'), await cpu()]
    const reports = ((await one.acknowledgedPerSecond(roundMs)) * roundMs) / 1000
    const webhooks = (await partners.ask('drained')) - delivered
    return { cpuS: (await cpu()) - before, reports, webhooks }
  }
  const turns = { unshared: measure(unshared), shared: measure(shared) }
  await measureInTurns(turns, 1)
  const measured = await measureInTurns(turns, 12)
  const ofReport = ({ cpuS, reports }: PartnerRound): number => (cpuS / reports) * 1e6
  const ofWebhook = measured.shared.map((round, index) => {
    const without = measured.unshared[index]
    return without ? ((ofReport(round) - ofReport(without)) * round.reports) / round.webhooks : Number.NaN
  })
  const reportUs = median(measured.unshared.map(ofReport))
  const perSecond = median(measured.shared.map(({ reports }) => reports)) / (roundMs / 1000)
  printFigure(
    'CPU of events and webhooks for a hundredth of the gateways, against that of ingest',
    ofWebhook.map((webhookUs) => (100 * webhookUs * webhooksOfReport) / reportUs),
    {
      unit: '%',
      limit: { atMost: 10 },
      figures: `report ${Math.round(reportUs)} µs, event with webhook ${Math.round(median(ofWebhook))} µs, at ${Math.round(perSecond)}/s`,
    },
  )
  await receiver.close()
}
