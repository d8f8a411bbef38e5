import { minuteMs } from '#contract/durations.ts'
import { telemetryRetentionMonths, telemetryStoredSince } from '#contract/telemetry.ts'
import { completenessPeriodMs } from './completeness-counter.ts'
import type { PackageFile } from './package-contents.ts'
import { maxReportAheadSeconds, readingStaleAfterSeconds } from './stored-report.ts'
import type { ApplianceSummary } from './store.ts'
import { unitsOfMeasure } from './table-schemas.ts'
import type { PackageBrand, PackageRequest } from './write-package.ts'
import { exportWindowOf } from './export-window.ts'
import type { ZippedFile } from './zip-writer.ts'

/** A file in the ZIP, with its description. */
export type DescribedFile = ZippedFile & Omit<PackageFile, 'content'>

export type DescribedPackage = {
  request: PackageRequest
  about: ApplianceSummary
  brand: PackageBrand
  files: readonly DescribedFile[]
}

/**
 * Returns the content of datapackage.json, with some additional properties:
 * https://specs.frictionlessdata.io/data-package/.
 */
export function formatDescriptorJson({ request, about, brand, files }: DescribedPackage): string {
  const { source, requestedAt, gatewayId, fromDay, toDay } = request
  const { from, until } = exportWindowOf(request)
  const packageDetails = {
    profile: 'data-package',
    name: `${source.toLowerCase()}-${nameOf(about.serial)}-${fromDay}-${toDay}`,
    id: `${gatewayId}/${source}/${fromDay}/${toDay}`,
    title: `${sourceTitles[source]}, appliance ${about.serial}`,
    // The time is the end of the data instead of the current time, so that a repeated package has the same bytes.
    created: new Date(until).toISOString(),
    homepage: brand.dataActUrl,
    contributors: [{ title: brand.name, path: brand.dataActUrl, email: brand.supportMail, role: 'publisher' }],
    sources: [{ title: `Gateway ${about.serial} (${about.type})` }],
    window: { from: new Date(from).toISOString(), until: new Date(until).toISOString() },
    appliance: {
      serial: about.serial,
      name: about.name,
      gatewayType: about.type,
      applianceType: about.applianceType,
      brand: brand.name,
    },
    firmware: null,
    units: { system: 'UCUM', path: 'https://ucum.org', used: unitsOfMeasure },
    ...(source === 'HEATLYTICS' && { sampling: samplingRules() }),
    retention: {
      months: telemetryRetentionMonths,
      keptFrom: new Date(telemetryStoredSince(requestedAt.getTime())).toISOString(),
    },
    terms: termsOf(brand),
    tradeSecrets: [],
    resources: files.map(resource),
  }
  return `${JSON.stringify(packageDetails, null, 2)}\n`
}

const sourceTitles = {
  HEATLYTICS: 'Readings of the heating system',
  RST: 'Remote service record',
  HCC: 'Appliance details and history',
} as const

/**
 * Replaces characters that are not allowed in a name of a Data Package. Allowed are lower-case letters, digits,
 * points, hyphens and underscores.
 */
function nameOf(serial: string): string {
  return serial.toLowerCase().replaceAll(/[^a-z0-9._-]/gu, '-')
}

function samplingRules(): Record<string, string> {
  const minutes = completenessPeriodMs / minuteMs
  return {
    readings:
      'Each reading as the gateway reported it, neither thinned out nor averaged. ts_utc is the time of the gateway, cut to milliseconds. Sorted by time, then datapoint.',
    values: 'Text that a spreadsheet could take for a formula has an apostrophe in front in CSV, not in NDJSON.',
    suspect: `The value is not what dictionary.csv says of it, or its time was more than ${maxReportAheadSeconds / 60} minutes ahead when it was received.`,
    stale: `Not suspect, but received more than ${readingStaleAfterSeconds / 60} minutes after its time.`,
    good: 'Everything else.',
    expected: `A day has periods of ${minutes} minutes, for a gateway that is silent for longer counts as offline. A reading is expected in each whole period within the window. It is not expected of datapoints that the appliance did not report at all, while it reported others of the same unit; those stand in exclusions.json.`,
    offline: 'No report of the gateway in the period.',
    'not recorded': 'Other reports came in the period.',
    retention: 'The period lies before keptFrom.',
  }
}

function termsOf({ dataActUrl }: PackageBrand): Record<string, string> {
  return {
    path: dataActUrl,
    regulation: 'Regulation (EU) 2023/2854',
    use: 'Free of charge, for any lawful purpose, and to be shared with anybody except gatekeepers under Regulation (EU) 2022/1925 (Article 5(3)); not for developing a product that competes with the appliance (Article 4(10)).',
  }
}

function resource({ path, title, mediatype, schema, bytes, sha256 }: DescribedFile): object {
  const common = {
    name: path.toLowerCase(),
    path,
    title,
    format: path.slice(path.lastIndexOf('.') + 1),
    mediatype,
    encoding: 'utf-8',
    bytes,
    hash: `sha256:${sha256}`,
  }
  if (!schema) return { profile: 'data-resource', ...common }
  return { profile: 'tabular-data-resource', ...common, dialect, schema }
}

const dialect = {
  delimiter: ',',
  lineTerminator: '\r\n',
  quoteChar: '"',
  doubleQuote: true,
  skipInitialSpace: false,
  header: true,
}
