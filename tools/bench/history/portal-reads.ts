import { chartRange } from '#contract/data-export.ts'
import { dayMs } from '#contract/durations.ts'
import { historyQuery } from '#contract/history-query.ts'
import { readChartOfExport } from '#server/appliances/data-export/chart/read-export-chart.ts'
import { readHistory } from '#server/appliances/history/history.ts'
import type { Database } from '#server/database/database.ts'
import type { GatewayWithOwner } from '../list/data.ts'
import { historyEnd } from './data.ts'

const end = Date.parse(historyEnd)

/**
 * Returns the portal's own reads of a gateway's history and of the chart of an export. Each of them reads `days` days
 * before the last report.
 */
export function createPortalReads(database: Database, { gatewayId, personId }: GatewayWithOwner) {
  const dependencies = {
    database,
    persons: { personIdOf: async () => personId, signedIn: async () => personId },
    clock: { now: () => end },
    runLimited: async <Result>(_: string, work: (timeLeft: () => number) => Promise<Result>) => work(() => 5_000),
    onDamaged: () => {},
    recordDailyAct: () => {},
  }
  const wanted = { gatewayId, subject: { issuer: 'bench', subject: 'bench' } }
  const from = (days: number) => new Date(end - days * dayMs).toISOString()
  return {
    history: async (days: number) =>
      readHistory(dependencies, {
        ...wanted,
        query: historyQuery.parse({ from: from(days), timeZone: 'Europe/Berlin' }),
      }),
    chart: async (days: number) =>
      readChartOfExport(dependencies, {
        ...wanted,
        query: chartRange.parse({ from: from(days).slice(0, 10), to: from(1).slice(0, 10) }),
      }),
  }
}

/** Returns how long `read` takes, in ms. */
export async function measureMs(read: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await read()
  return performance.now() - start
}
