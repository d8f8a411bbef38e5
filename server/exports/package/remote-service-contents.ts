import { decodeJwt } from 'jose'
import { receiptFileName, formatReceiptFile } from '#contract/receipts.ts'
import { csvMediaType, jsonMediaType, type PackageContents, type PackageFile } from './package-contents.ts'
import { toCsvLine } from './csv.ts'
import { createBeforeOwnershipExclusion, otherPersonsDataReason, type Exclusion } from './exclusions.ts'
import { findFaultsInReports, type TimedExportedFault } from './find-faults-in-reports.ts'
import type { StoredReport } from './stored-report.ts'
import {
  type CompanyAccess,
  type ThirdPartyAccess,
  type PersonAccess,
  type ExportedReceipt,
  type ViewRecord,
  readCompanyAccesses,
  readThirdPartyAccesses,
  readReceiptsInExportWindow,
  readPersonAccesses,
  readViewRecords,
} from './access/store.ts'
import { type ExportSnapshot, readStoredReportBatches } from './store.ts'
import { accessSchema, columnNamesOf, eventsSchema } from './table-schemas.ts'
import type { ExportWindow } from './export-window.ts'

/**
 * Returns the files of source RST (remote service). They contain the faults in the window, everybody with access to the
 * appliance, its views, and the receipts of the person's own consents. This function reads only the receipts; the
 * database delivers all other content while the files are written.
 */
export async function createRemoteServiceContents(snapshot: ExportSnapshot): Promise<PackageContents> {
  let rows = 0
  const receipts = await readReceiptsInExportWindow(snapshot)

  async function* events(): AsyncGenerator<string> {
    yield toCsvLine(columnNamesOf(eventsSchema))
    for await (const fault of findFaultsInReports(statusReports(snapshot))) {
      if (!isWithin(fault, snapshot.scope.window)) continue
      rows += 1
      yield toCsvLine([fault.code, fault.severity, fault.started, fault.ended])
    }
  }

  async function* accesses(): AsyncGenerator<string> {
    yield toCsvLine(columnNamesOf(accessSchema))
    for (const access of await readCompanyAccesses(snapshot)) {
      rows += 1
      yield accessLine(access)
    }
    for (const grant of await readThirdPartyAccesses(snapshot)) {
      rows += 1
      yield grantLine(grant)
    }
    const partyOf = createParties(snapshot.scope.personId)
    for (const person of await readPersonAccesses(snapshot)) {
      rows += 1
      yield personLine(person, partyOf)
    }
    for (const view of await readViewRecords(snapshot)) {
      rows += 1
      yield viewLine(view, partyOf)
    }
  }

  return {
    files: [
      { path: 'events.csv', title: 'Faults', mediatype: csvMediaType, schema: eventsSchema, content: events() },
      {
        path: 'access.csv',
        title: 'Contracts, consents, third parties, people and views',
        mediatype: csvMediaType,
        schema: accessSchema,
        content: accesses(),
      },
      ...receipts.map(receiptFile),
    ],
    rows: () => rows,
    exclusions: () => exclusionsOf(new Date(snapshot.scope.ownerSince).toISOString()),
  }
}

// Reads the status reports from the beginning of the ownership to the request or the end of the last day, because a
// fault in the window may begin before the window or end after it.
async function* statusReports(snapshot: ExportSnapshot): AsyncGenerator<StoredReport> {
  const { ownerSince, requestedAt, window } = snapshot.scope
  const until = Math.max(requestedAt, window.daysEnd)
  const query = { from: ownerSince, until, units: ['status'], onDamaged: snapshot.onDamaged } as const
  for await (const reports of readStoredReportBatches(snapshot, query)) yield* reports
}

function isWithin({ startedAt, endedAt }: TimedExportedFault, { from, until }: ExportWindow): boolean {
  return startedAt < until && endedAt > from
}

function accessLine(access: CompanyAccess): string {
  return toCsvLine([
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
    'contract',
    ...noPerson,
    ...noSharing,
  ])
}

function grantLine(grant: ThirdPartyAccess): string {
  const { party, given, givenBy, from, to, datatypes, purpose, dataFrom } = grant
  const consent = [null, null, null, null, null, null, given, givenBy] as const
  return toCsvLine([
    null,
    null,
    oneLine(party),
    ...consent,
    from,
    to,
    'grant',
    ...noPerson,
    datatypes,
    purpose,
    dataFrom,
  ])
}

/**
 * Returns the file of a receipt. Its content is the same as that of a receipt that a person downloads in the portal.
 */
function receiptFile({ jws, ...receipt }: ExportedReceipt): PackageFile {
  return {
    path: `receipts/${receiptFileName(receipt)}`,
    title: 'A receipt of a consent',
    mediatype: jsonMediaType,
    content: [formatReceiptFile(jws, decodeJwt(jws))],
  }
}

type PartyOf = (personId: string | null) => string

/**
 * Creates a function that numbers the people in one package. The package has no names, because the owner may pass it
 * to third parties.
 */
function createParties(exportedBy: string): PartyOf {
  const numbers = new Map<string, number>()
  return (personId) => {
    if (personId === null) return 'erased person'
    if (personId === exportedBy) return 'exporting person'
    const number = numbers.get(personId) ?? numbers.size + 1
    numbers.set(personId, number)
    return `person ${number}`
  }
}

/** Empty cells for the columns about contracts and consents. */
const noContract = [null, null, null, null, null, null, null, null] as const

/**
 * Empty cells for the columns about people and views (`noPerson`), and for the columns about third parties
 * (`noSharing`).
 */
const noPerson = [null, null, null] as const
const noSharing = [null, null, null] as const

function personLine({ personId, role, from, to }: PersonAccess, partyOf: PartyOf): string {
  return toCsvLine([null, null, partyOf(personId), ...noContract, from, to, 'person', role, null, null, ...noSharing])
}

function viewLine({ personId, isOperator, program, viewed, at }: ViewRecord, partyOf: PartyOf): string {
  const party = isOperator ? 'operator' : (program ?? partyOf(personId))
  return toCsvLine([null, null, oneLine(party), ...noContract, null, null, 'view', null, viewed, at, ...noSharing])
}

// Replaces control characters and line separators, which would add lines or manipulate a terminal. The portal refuses
// such names now, but may have stored some in an earlier release.
function oneLine(name: string): string {
  return name.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
}

function exclusionsOf(ownerSince: string): Exclusion[] {
  return [
    createBeforeOwnershipExclusion(ownerSince),
    {
      what: 'names of other persons who gave a consent, have access or viewed something',
      ...otherPersonsDataReason,
      detail: 'In access.csv they are "other person", or have a number.',
    },
    {
      what: 'receipts of consents that other persons gave',
      ...otherPersonsDataReason,
      detail: 'They have the names of these persons. Whoever gave a consent gets its receipt.',
    },
  ]
}
