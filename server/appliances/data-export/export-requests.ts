import {
  type DataExport,
  type DataExportList,
  type ExportFile,
  type ExportRequest,
  type ExportSource,
  exportSources,
  maxOpenExports,
} from '#contract/data-export.ts'
import { exportProgressOf, exportStateOf } from '#contract/export-states.ts'
import type { Language } from '#contract/languages.ts'
import { dayMs } from '#contract/durations.ts'
import { recordActivity } from '#server/audit/record-activity.ts'
import type { Services } from '#server/services.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { Refusal, createTooManyRequestsRefusal } from '#server/http/refusals.ts'
import { publishServiceChange } from '#server/service-changes/publish-service-change.ts'
import {
  type ApplianceCaller,
  type ApplianceChangeDependencies,
  type AuthorisationDependencies,
  authoriseApplianceCall,
  changeApplianceUnderLock,
} from '../authorise-appliance-call.ts'
import { requireOwnerOrCoOwner, visiblePeriodStartOf } from '../policy.ts'
import { readGatewaySerialAndBrand } from '../store.ts'
import { firstExportDayOf, toExportDayRange } from './export-range.ts'
import {
  type DayRange,
  type ExportFileRow,
  type ExportRow,
  type NewExportWithFiles,
  findOpenExportWithSameContent,
  insertExport,
  readExportPage,
  readExportById,
  readOpenAndRecentExports,
} from './store.ts'

const maxListed = 100

/**
 * Returns the newest 100 export requests of the owner or co-owner for an appliance, and the total number.
 * Specification 15.2.
 * @throws Refusal `not-found`, `not-owner`
 */
export async function listDataExports(
  dependencies: AuthorisationDependencies,
  caller: ApplianceCaller,
): Promise<DataExportList> {
  const { gatewayId, personId, holder, now } = await authoriseApplianceCall(dependencies, caller, requireOwnerOrCoOwner)
  const ownerSince = visiblePeriodStartOf(holder)
  const { rows, total } = await readExportPage(dependencies.database.pool, { gatewayId, personId }, maxListed)
  return { items: rows.map((row) => toDataExport(row, now)), total, keptFrom: firstExportDayOf({ ownerSince }) }
}

/**
 * A call that requests an export. `body()` parses the request's body; call it only after the check of rights. @throws
 * Refusal `rule-broken`
 */
export type ExportRequestCall = ApplianceCaller & { language: Language; body(): ExportRequest }

/**
 * The maximum number of export requests for one appliance in 24 hours. The limit also bounds the space that their files
 * take in the store.
 */
const maxPerDay = 100

/**
 * Stores a request for an export; processes with the role jobs create its files. If an equal request of the person is
 * in progress, returns that request. Specification 15.3.
 * @throws Refusal `not-found`, `not-owner`, `rule-broken`, `exports-open`, `too-many-requests`
 */
export async function requestExport(
  dependencies: ApplianceChangeDependencies,
  { language, body, ...caller }: ExportRequestCall,
): Promise<DataExport> {
  const { bus } = dependencies
  // With the lock, no simultaneous requests for one appliance exceed the limits together.
  return changeApplianceUnderLock(dependencies, { caller, requireRight: requireOwnerOrCoOwner }, async (locked) => {
    const { transaction, gatewayId, personId, now } = locked
    const ownerSince = visiblePeriodStartOf(locked.holder)
    const { sources: asked, ...askedDays } = body()
    const days = toExportDayRange(askedDays, { ownerSince, now })
    const sources = exportSources.filter((source) => asked.includes(source))
    const request = { gatewayId, personId, ...days, sources }
    const same = await findOpenExportWithSameContent(transaction, request)
    if (same !== null) return toDataExport(await readExportById(transaction, same), now)
    await refuseTooMany(transaction, gatewayId, now)
    const { serial } = await readGatewaySerialAndBrand(transaction, gatewayId)
    const files = nameFiles(serial, days, sources)
    const id = await insertRequest({ transaction, bus }, { ...request, language, createdAt: new Date(now), files })
    return toDataExport(await readExportById(transaction, id), now)
  })
}

async function refuseTooMany(transaction: Transaction, gatewayId: string, now: number): Promise<void> {
  const { open, madeAt } = await readOpenAndRecentExports(transaction, gatewayId, new Date(now - dayMs))
  if (open >= maxOpenExports) throw new Refusal('exports-open')
  const [oldest] = madeAt
  if (!oldest || madeAt.length < maxPerDay) return
  throw createTooManyRequestsRefusal(oldest.getTime() + dayMs - now)
}

async function insertRequest(
  { transaction, bus }: { transaction: Transaction; bus: Services['bus'] },
  newExport: NewExportWithFiles,
): Promise<string> {
  const { gatewayId, personId } = newExport
  const requestId = await insertExport(transaction, newExport)
  await bus.publish(transaction, [{ kind: 'export', gatewayId, personId, requestId, state: 'NOT_READY', progress: 0 }])
  const act = { actor: 'person', personId, gatewayId, now: newExport.createdAt.getTime() } as const
  await recordActivity(transaction, { ...act, kind: 'export-requested', details: {} })
  await publishServiceChange(transaction, bus, { gatewayId })
  return requestId
}

/**
 * Returns the files of an export request. In their names, `_` replaces characters of the serial number that a file
 * system may not allow.
 */
function nameFiles(
  serial: string,
  { from, to }: DayRange,
  sources: readonly ExportSource[],
): NewExportWithFiles['files'] {
  const safeSerial = serial.replace(/[^A-Za-z0-9]/gu, '_')
  return sources.map((source) => ({ source, name: `${safeSerial}-${source.toLowerCase()}-${from}-${to}.zip` }))
}

/**
 * Converts an export request to the API's response format. A file that has expired by `now` (epoch ms) is reported as
 * expired even if the store still has it.
 */
export function toDataExport({ id, createdAt, from, to, sources, files: rows }: ExportRow, now: number): DataExport {
  const files = rows.map((row) => ({ ...row, state: stateAt(row, now) }))
  const reason = files.find((file) => file.reason !== null)?.reason
  return {
    id,
    createdAt: createdAt.toISOString(),
    from,
    to,
    sources,
    state: exportStateOf(files),
    progress: exportProgressOf(files),
    ...(reason && { reason }),
    expiresAt: files.map(({ expiresAt }) => toRfc3339(expiresAt)).reduce(earlierMoment, null),
    files: files.map(toFile),
  }
}

function stateAt({ state, expiresAt }: ExportFileRow, now: number): ExportFileRow['state'] {
  const isOver = state === 'READY' && expiresAt !== null && Date.parse(expiresAt) <= now
  return isOver ? 'EXPIRED' : state
}

function toFile({ reason: _reason, progress: _progress, expiresAt, ...file }: ExportFileRow): ExportFile {
  return { ...file, expiresAt: toRfc3339(expiresAt) }
}

function toRfc3339(moment: string | null): string | null {
  return moment === null ? null : new Date(moment).toISOString()
}

function earlierMoment(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return one < other ? one : other
}
