import {
  type DataExport,
  type ExportRequest,
  type ExportSource,
  exportSources,
  maxOpenExports,
} from '#contract/data-export.ts'
import type { Language } from '#contract/languages.ts'
import type { Bus } from '#server/bus/bus.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { type Transaction, inTransaction } from '#server/database/transaction.ts'
import { Refusal, tooManyRequests } from '#server/http/refusals.ts'
import type { Persons } from '#server/identity/person.ts'
import type { PersonKey } from '#server/identity/store.ts'
import { ownerAmong } from '../policy.ts'
import { lockHolders, readRegistration } from '../store.ts'
import { toDataExport } from './data-exports.ts'
import { toDays } from './range.ts'
import { type Days, type NewExport, findSameOpen, insertExport, readExport, readRecent } from './store.ts'

export type RequestDependencies = { database: Database; persons: Persons; bus: Bus; clock: Clock }

/** `body` gives the wish, once the caller is known to be the owner. @throws Refusal `rule-broken` */
export type ExportOrder = { gatewayId: string; subject: PersonKey; language: Language; body(): ExportRequest }

/** So that nobody fills the store with finished files either. */
const maxPerDay = 100
const dayMs = 24 * 60 * 60 * 1000

/**
 * Takes a request for an export; the processes with the role jobs make its files. While the same is under way, it
 * answers that one. Specification 15.3.
 * @throws Refusal `not-found`, `not-owner`, `rule-broken`, `exports-open`, `too-many-requests`
 */
export async function requestExport(
  { database, persons, bus, clock }: RequestDependencies,
  { gatewayId, subject, language, body }: ExportOrder,
): Promise<DataExport> {
  const personId = await persons.personIdOf(subject)
  const now = clock.now()
  return inTransaction(database.pool, async (transaction) => {
    // The lock makes requests for one appliance wait for each other, so that the limits hold.
    const { ownerSince } = ownerAmong(await lockHolders(transaction, gatewayId), personId)
    const { sources: asked, ...askedDays } = body()
    const days = toDays(askedDays, { ownerSince, now })
    const sources = exportSources.filter((source) => asked.includes(source))
    const wanted = { gatewayId, personId, ...days, sources }
    const same = await findSameOpen(transaction, wanted)
    if (same !== null) return toDataExport(await readExport(transaction, same), now)
    await refuseTooMany(transaction, gatewayId, now)
    const { serial } = await readRegistration(transaction, gatewayId)
    const files = filesOf(serial, days, sources)
    const id = await begin({ transaction, bus }, { ...wanted, language, createdAt: new Date(now), files })
    return toDataExport(await readExport(transaction, id), now)
  })
}

async function refuseTooMany(transaction: Transaction, gatewayId: string, now: number): Promise<void> {
  const { open, madeAt } = await readRecent(transaction, gatewayId, new Date(now - dayMs))
  if (open >= maxOpenExports) throw new Refusal('exports-open')
  const [oldest] = madeAt
  if (!oldest || madeAt.length < maxPerDay) return
  throw tooManyRequests(oldest.getTime() + dayMs - now)
}

async function begin({ transaction, bus }: { transaction: Transaction; bus: Bus }, wanted: NewExport): Promise<string> {
  const { gatewayId, personId } = wanted
  const requestId = await insertExport(transaction, wanted)
  await bus.publish(transaction, [{ kind: 'export', gatewayId, personId, requestId, state: 'NOT_READY', progress: 0 }])
  return requestId
}

/** Names that every file system takes, whatever a registry calls its gateways. */
function filesOf(serial: string, { from, to }: Days, sources: readonly ExportSource[]): NewExport['files'] {
  const safeSerial = serial.replace(/[^A-Za-z0-9]/gu, '_')
  return sources.map((source) => ({ source, name: `${safeSerial}-${source.toLowerCase()}-${from}-${to}.zip` }))
}
