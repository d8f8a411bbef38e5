import { expect, test } from 'vitest'
import { findFaultsInReports, type ExportedFault } from './find-faults-in-reports.ts'
import type { StoredReport } from './stored-report.ts'

type Said = [minute: number, gatewayStatus: unknown, faultCode?: unknown]

const moment = (minute: number): string => new Date(Date.UTC(2026, 10, 1, 0, minute)).toISOString()

async function faults(...said: Said[]): Promise<ExportedFault[]> {
  async function* reports(): AsyncGenerator<StoredReport> {
    for (const [minute, gatewayStatus, faultCode] of said) {
      const ts = moment(minute)
      yield { at: Date.parse(ts), ts, unit: 'status', late: 0, values: { gatewayStatus, faultCode } }
    }
  }
  const exportedFaults: ExportedFault[] = []
  for await (const { code, severity, started, ended } of findFaultsInReports(reports()))
    exportedFaults.push({ code, severity, started, ended })
  return exportedFaults
}

test('a fault begins with its first report, and ends with the first report without it', async () => {
  const exportedFaults = await faults([0, 'WORKING'], [5, 'ERROR', 'E1'], [10, 'ERROR', 'E1'], [15, 'WORKING', null])
  expect(exportedFaults).toEqual([{ code: 'E1', severity: 'ERROR', started: moment(5), ended: moment(15) }])
})

test('a lasting fault has no end', async () => {
  expect(await faults([0, 'WARNING', 'W7'])).toMatchObject([{ code: 'W7', severity: 'WARNING', ended: null }])
})

test('another code or severity is another fault', async () => {
  expect(await faults([0, 'WARNING', 'W7'], [5, 'ERROR', 'W7'], [10, 'ERROR', 'E1'])).toMatchObject([
    { code: 'W7', severity: 'WARNING', ended: moment(5) },
    { code: 'W7', severity: 'ERROR', ended: moment(10) },
    { code: 'E1', severity: 'ERROR', ended: null },
  ])
})

test('faults without code, codes without a fault status, and codes that are not text are kept', async () => {
  expect(
    await faults([0, 'ERROR'], [5, 'WORKING', 'I3'], [10, 'ERROR', { code: 4 }], [15, 'ONLINE', '']),
  ).toMatchObject([
    { code: null, severity: 'ERROR' },
    { code: 'I3', severity: 'INFO' },
    { code: '{"code":4}', severity: 'ERROR', ended: moment(15) },
  ])
})
