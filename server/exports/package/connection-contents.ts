import type { AddressRow } from '#contract/address.ts'
import { csvMediaType, jsonMediaType, type PackageContents } from './package-contents.ts'
import { toCsvLine } from './csv.ts'
import {
  createBeforeOwnershipExclusion,
  notReadilyAvailableReason,
  otherPersonsDataReason,
  type Exclusion,
} from './exclusions.ts'
import {
  readPostalAddress,
  readServiceSettingsChanges,
  readStatusPeriods,
  type ApplianceSummary,
  type ExportSnapshot,
} from './store.ts'
import { columnNamesOf, settingsSchema, statusSchema } from './table-schemas.ts'

/**
 * Returns the files of source HCC, which is the connection: appliance, claim, address, the periods of each status,
 * and the changes of the service settings.
 */
export function createConnectionContents(snapshot: ExportSnapshot, about: ApplianceSummary): PackageContents {
  let rows = 0

  async function* connection(): AsyncGenerator<string> {
    rows += 1
    yield connectionFile(snapshot, about, await readPostalAddress(snapshot))
  }

  async function* status(): AsyncGenerator<string> {
    yield toCsvLine(columnNamesOf(statusSchema))
    for (const period of await readStatusPeriods(snapshot)) {
      rows += 1
      yield toCsvLine([period.started, period.ended, period.status])
    }
  }

  async function* settings(): AsyncGenerator<string> {
    yield toCsvLine(columnNamesOf(settingsSchema))
    for (const { at, kind, changedBy, party } of await readServiceSettingsChanges(snapshot)) {
      rows += 1
      yield toCsvLine([at, kind, changedBy, party])
    }
  }

  return {
    files: [
      {
        path: 'connection.json',
        title: 'Appliance, claim with the name given to it, and address',
        mediatype: jsonMediaType,
        content: connection(),
      },
      {
        path: 'status.csv',
        title: 'History of the status',
        mediatype: csvMediaType,
        schema: statusSchema,
        content: status(),
      },
      {
        path: 'settings.csv',
        title: 'Changes of the service settings',
        mediatype: csvMediaType,
        schema: settingsSchema,
        content: settings(),
      },
    ],
    rows: () => rows,
    exclusions: () => exclusionsOf(about),
  }
}

function connectionFile({ scope }: ExportSnapshot, about: ApplianceSummary, address: AddressRow | null): string {
  const { serial, type, applianceType, brand, role, name, addedAt, ownerSince } = about
  const appliance = { id: scope.gatewayId, serial, type, applianceType, brand }
  const claim = { role, name, addedAt, ownerSince }
  return `${JSON.stringify({ appliance, claim, address }, null, 2)}\n`
}

function exclusionsOf({ ownerSince }: ApplianceSummary): Exclusion[] {
  return [
    createBeforeOwnershipExclusion(ownerSince),
    {
      what: 'other users of the appliance',
      ...otherPersonsDataReason,
      detail: 'Their connections, and what they call it, are left out, and in settings.csv they are "other person".',
    },
    {
      what: 'earlier addresses',
      ...notReadilyAvailableReason,
      detail: 'Of a changed or erased address only the moment is kept, see settings.csv.',
    },
    {
      what: 'access code, user password and device key',
      ...notReadilyAvailableReason,
      detail: 'The portal keeps digests of them only, which cannot be read back.',
    },
  ]
}
