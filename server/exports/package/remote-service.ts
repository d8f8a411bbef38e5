import { csvType, type PackageContents } from './contents.ts'
import { csvLine } from './csv.ts'
import { beforeOwnership, otherPersonsData, type Exclusion } from './exclusions.ts'
import { faultsOf, type TimedFault } from './faults.ts'
import type { StoredReport } from './reading.ts'
import { readCompanyAccesses, readStoredReports, type CompanyAccess, type Snapshot } from './store.ts'
import { accessSchema, columnsOf, eventsSchema } from './table-schemas.ts'
import type { Window } from './window.ts'

/** The record of remote service: faults in the window, and which companies had access to the appliance. */
export function remoteService(snapshot: Snapshot): PackageContents {
  let rows = 0

  async function* events(): AsyncGenerator<string> {
    yield csvLine(columnsOf(eventsSchema))
    for await (const fault of faultsOf(statusReports(snapshot))) {
      if (!isWithin(fault, snapshot.extent.window)) continue
      rows += 1
      yield csvLine([fault.code, fault.severity, fault.started, fault.ended])
    }
  }

  async function* accesses(): AsyncGenerator<string> {
    yield csvLine(columnsOf(accessSchema))
    for (const access of await readCompanyAccesses(snapshot)) {
      rows += 1
      yield accessLine(access)
    }
  }

  return {
    files: [
      { path: 'events.csv', title: 'Faults', mediatype: csvType, schema: eventsSchema, content: events() },
      {
        path: 'access.csv',
        title: 'Contracts, consents and accesses',
        mediatype: csvType,
        schema: accessSchema,
        content: accesses(),
      },
    ],
    rows: () => rows,
    exclusions: () => exclusionsOf(new Date(snapshot.extent.ownerSince).toISOString()),
  }
}

// Reads from the beginning of the ownership, because a fault in the window may begin before it or end after it.
async function* statusReports(snapshot: Snapshot): AsyncGenerator<StoredReport> {
  const { ownerSince, requestedAt, window } = snapshot.extent
  const until = Math.max(requestedAt, window.daysEnd)
  const wanted = { from: ownerSince, until, units: ['status'], onDamaged: snapshot.onDamaged } as const
  for await (const reports of readStoredReports(snapshot, wanted)) yield* reports
}

function isWithin({ startedAt, endedAt }: TimedFault, { from, until }: Window): boolean {
  return startedAt < until && endedAt > from
}

function accessLine(access: CompanyAccess): string {
  return csvLine([
    access.contractId,
    access.companyType,
    oneLine(access.party),
    access.permission,
    access.contractStatus,
    access.contractCreated,
    access.contractEnded,
    access.consentVersion,
    access.consentLanguage,
    access.consentGiven,
    access.consentGivenBy,
    access.accessFrom,
    access.accessTo,
  ])
}

// Stored names may have control characters from before they were refused, which would add lines or change a reader's
// terminal.
function oneLine(name: string): string {
  return name.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
}

function exclusionsOf(ownerSince: string): Exclusion[] {
  return [
    beforeOwnership(ownerSince),
    {
      what: 'names of other persons who gave a consent',
      ...otherPersonsData,
      detail: 'In access.csv they are "other person".',
    },
  ]
}
