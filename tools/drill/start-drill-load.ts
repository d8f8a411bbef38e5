import type { TokenIssuer } from '../access-tokens.ts'
import { createApiCaller } from './api-caller.ts'
import { createExporters, type ExportRecord } from './exporters.ts'
import type { AcknowledgedStatuses } from './appliance-faults.ts'
import type { Findings } from './findings.ts'
import { createReportLedger, type AcknowledgedReport, type ReportLedger } from './report-ledger.ts'
import { createGuest } from './guests.ts'
import { createFleetOwners } from './fleet-owners.ts'
import type { LatenessProbes } from './lateness.ts'
import { type DrillPartner, createDrillPartner } from './partner/drill-partner.ts'
import { startReporters } from './reporters.ts'
import { startDrillWorkers } from './drill-workers.ts'
import { createSavers, type SaveRecord } from './savers.ts'
import { createAcknowledgedTimes } from './acknowledged-times.ts'
import { startPageWatchers } from './page-watchers.ts'

/** The size of the load of a drill. */
export type LoadScale = {
  /** The number of gateways. Each gateway reports once a second. */
  gateways: number
  /** The number of pages on the event bus. The owners and guests share them. */
  pages: number
  /** The number of people who save or read something about once a second. */
  savers: number
  /** The number of people who request exports and fetch the files. */
  exporters: number
  /**
   * The time after which an event that the program has read must also have come as a webhook. In the whole drill the
   * clock of a process is wrong by 10 minutes, which delays webhooks by as much.
   */
  maxWebhookDelayMs: number
}

export const fullLoadScale: LoadScale = {
  gateways: 200,
  pages: 500,
  savers: 20,
  exporters: 4,
  maxWebhookDelayMs: 12 * 60_000,
}
export const shortLoadScale: LoadScale = {
  gateways: 40,
  pages: 60,
  savers: 6,
  exporters: 1,
  maxWebhookDelayMs: 150_000,
}

export type DrillLoadOptions = {
  scale: LoadScale
  portalUrl: string
  mqttUrl: string
  tokens: TokenIssuer
  companies: readonly [string, string]
  findings: Findings
}

/** The running load of a drill, with the changes that the portal must have stored. */
export type DrillLoad = {
  probes: LatenessProbes
  ledger: ReportLedger
  findings: Findings
  saved: SaveRecord
  exported: ExportRecord
  statuses: AcknowledgedStatuses
  partner: DrillPartner
  /** Reports of days that ended long ago. Some faults add reports to this list. */
  old: AcknowledgedReport[]
  /** Makes some gateways send a report for a day that is already packed. */
  reportLate(): void
  /** Returns the number of values that the pages have received together. */
  events(): number
  stop(): Promise<void>
}

const guests = 2

/** Creates the owners and guests, then starts the gateways, the pages and all people who use the API. */
export async function startDrillLoad(options: DrillLoadOptions): Promise<DrillLoad> {
  const { scale, portalUrl, mqttUrl, tokens, findings, companies } = options
  const call = createApiCaller({ url: `${portalUrl}/api/2`, tokens, findings })
  const owners = await createFleetOwners(call, scale.gateways)
  const [hosts, others] = [owners.slice(-guests), owners.slice(0, -guests)]
  const visiting = await Promise.all(hosts.map(async (host, number) => createGuest({ call, findings }, number, host)))
  const values = createAcknowledgedTimes()
  const ledger = createReportLedger()
  const saved: SaveRecord = { streets: [], saves: 0 }
  const exported: ExportRecord = { requests: [], fetched: 0, failedWhileFull: 0 }
  const statuses: AcknowledgedStatuses = { settled: new Map(), faults: [] }
  const { maxWebhookDelayMs } = scale
  const partner = createDrillPartner({ portalUrl, call, owners, statuses, maxWebhookDelayMs, findings })
  const reports = startReporters({ url: mqttUrl, owners, statuses, ledger, findings, values })
  const ownPages = owners.map(({ person, gatewayId }) => {
    return { person, gatewayIds: [gatewayId], mayReceive: (id: string) => id === gatewayId }
  })
  const pages = startPageWatchers({
    url: portalUrl.replace(/^http/u, 'ws'),
    pages: scale.pages + guests,
    watchers: [...visiting.map(({ watcher }) => watcher), ...ownPages],
    tokens,
    findings,
    values,
  })
  const calls = startDrillWorkers([
    ...createSavers({ owners: owners.slice(0, scale.savers), call, findings, companies, saved }),
    ...createExporters({ owners: others, exporters: scale.exporters, call, findings, exported }),
    ...visiting.map(({ worker }) => worker),
  ])
  return {
    probes: { reports: reports.behind, pages: pages.behind, calls: calls.behind },
    ledger,
    findings,
    saved,
    exported,
    statuses,
    partner,
    old: [],
    reportLate: reports.reportLate,
    events: pages.events,
    stop: async () => void (await Promise.all([calls, reports, pages, partner].map(async ({ stop }) => stop()))),
  }
}
