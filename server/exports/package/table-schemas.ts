import { datapoints, type MeasurementUnit } from '#contract/datapoints.ts'
import { accessRole } from '#contract/access-role.ts'
import { gatewayStatuses } from '#contract/appliance.ts'
import { sharingPurposes } from '#contract/sharing.ts'

/**
 * A field of a table, with the additional properties `tradeSecret` and `units`.
 * https://specs.frictionlessdata.io/table-schema/
 */
export type TableField = {
  name: string
  type: 'string' | 'number' | 'integer' | 'boolean' | 'datetime' | 'date' | 'any'
  format?: 'any'
  title: string
  constraints?: { required?: true; enum?: readonly string[] }
  units?: readonly UnitOfMeasure[]
  /** Whether the data holder regards the field as a trade secret. Regulation (EU) 2023/2854, Article 4(6). */
  tradeSecret: false
}

export type TableSchema = {
  fields: readonly TableField[]
  missingValues: readonly ['']
  primaryKey?: readonly string[]
}

/** A unit of measure: the code for programs, and the symbol for people. https://ucum.org */
export type UnitOfMeasure = { code: string; symbol: string }

const symbols: Readonly<Record<MeasurementUnit, string>> = { Cel: '°C', '%': '%' }

/** The units of measure of all numeric datapoints, each once. */
export const unitsOfMeasure: readonly UnitOfMeasure[] = [
  ...new Set(datapoints.flatMap(({ values }) => (values.type === 'number' ? [values.unit] : []))),
].map((code) => ({ code, symbol: unitSymbolOf(code) }))

/** Returns the symbol of a unit, given by its UCUM code. */
export function unitSymbolOf(code: MeasurementUnit): string {
  return symbols[code]
}

const tradeSecret = false
const requiredField = { required: true } as const

const text = (name: string, title: string): TableField => ({ name, type: 'string', title, tradeSecret })
const requiredText = (name: string, title: string): TableField => ({ ...text(name, title), constraints: requiredField })
const oneOf = (name: string, title: string, values: readonly string[]): TableField => ({
  ...text(name, title),
  constraints: { enum: values },
})
const count = (name: string, title: string): TableField => ({
  name,
  type: 'integer',
  title,
  constraints: requiredField,
  tradeSecret,
})
const number = (name: string, title: string): TableField => ({ name, type: 'number', title, tradeSecret })
// The format is `any`, because Table Schema has no format for RFC 3339 with milliseconds.
const moment = (name: string, title: string): TableField => ({
  name,
  type: 'datetime',
  format: 'any',
  title,
  tradeSecret,
})

const table = (fields: readonly TableField[], primaryKey?: readonly string[]): TableSchema => ({
  fields,
  missingValues: [''],
  ...(primaryKey && { primaryKey }),
})

export const telemetrySchema = table([
  { ...moment('ts_utc', 'When the gateway took the reading, RFC 3339 in UTC'), constraints: requiredField },
  requiredText('datapoint_id', 'Which datapoint, see dictionary.csv'),
  { name: 'value', type: 'any', title: 'The reading', units: unitsOfMeasure, tradeSecret },
  text('unit', 'UCUM code of the unit of measure'),
  oneOf('quality', 'How far the reading can be trusted', ['good', 'stale', 'suspect']),
])

export const gapsSchema = table(
  [
    { name: 'day', type: 'date', title: 'Day in UTC', constraints: requiredField, tradeSecret },
    requiredText('datapoint_id', 'Which datapoint, see dictionary.csv'),
    count('expected', 'Periods of 15 minutes in which a reading was expected'),
    count('delivered', 'Periods of them with a reading'),
    count('missing_offline', 'Periods without any report of the gateway'),
    count('missing_not_recorded', 'Periods with reports of the gateway, but no reading of this datapoint'),
    count('missing_retention', 'Periods whose readings were deleted because their time of retention was over'),
    count('readings', 'Readings of this day in telemetry.csv'),
    oneOf('reason', 'Why most of the missing ones are missing', ['offline', 'not recorded', 'retention']),
  ],
  ['day', 'datapoint_id'],
)

export const dictionarySchema = table(
  [
    requiredText('datapoint_id', 'Unit of the gateway and name of the value'),
    requiredText('name', 'What it is'),
    text('unit', 'UCUM code of the unit of measure'),
    text('unit_symbol', 'Symbol of the unit of measure'),
    oneOf('type', 'Type of the values', ['number', 'boolean', 'enum', 'text']),
    text('enum_values', 'Possible values, separated by spaces'),
    number('min', 'Least plausible value'),
    number('max', 'Greatest plausible value'),
    { name: 'max_length', type: 'integer', title: 'Characters at most', tradeSecret },
    oneOf('origin', 'As measured or set, or worked out from that by the appliance', ['raw', 'pre-processed']),
    { name: 'trade_secret', type: 'boolean', title: 'Whether it is held to be a trade secret', tradeSecret },
  ],
  ['datapoint_id'],
)

export const eventsSchema = table([
  text('fault_code', 'Code of the fault; empty where the appliance gave none'),
  oneOf('severity', 'Severity as the appliance reported it', ['ERROR', 'WARNING', 'INFO']),
  { ...moment('started_utc', 'First report of the fault'), constraints: requiredField },
  moment('ended_utc', 'First report without it; empty while it lasts'),
])

const recordKinds = { required: true, enum: ['contract', 'grant', 'person', 'view'] } as const

export const accessSchema = table([
  text('contract_id', 'Which contract; empty for all else'),
  oneOf('company_type', 'SUPPORT: service provider; ASA: customer support of the brand', ['SUPPORT', 'ASA']),
  text(
    'party',
    'Who has access: a company, a program of a third party, the exporting person, or a numbered other person',
  ),
  oneOf('permission', 'What the party may do', ['FULL_ACCESS', 'NOTIFICATIONS']),
  oneOf('contract_status', 'State of the contract', ['PENDING', 'ACTIVE', 'DECLINED']),
  moment('contract_created_utc', 'When the contract was requested'),
  moment('contract_ended_utc', 'When it ended; empty while it lasts'),
  text('consent_version', 'Version of the consent that was given'),
  text('consent_language', 'Language in which it was given'),
  moment('consent_given_utc', 'When it was given'),
  oneOf('consent_given_by', 'By whom', ['owner', 'other person', 'unknown']),
  moment('access_from_utc', 'From when on the party had access; empty if never'),
  moment('access_to_utc', 'Until when; empty while it lasts'),
  { ...text('record', 'What the row is about'), constraints: recordKinds },
  oneOf('role', 'Role of a person', accessRole.options),
  oneOf('viewed', 'What somebody else than the owner viewed', ['values', 'history', 'faults', 'status']),
  moment('viewed_utc', 'When, for the first time on that day in UTC'),
  text('shared_data', 'What a third party may read, separated by spaces'),
  oneOf('purpose', 'For what', sharingPurposes),
  moment('shared_from_utc', 'How far back the shared history goes'),
])

export const statusSchema = table([
  { ...moment('started_utc', 'Since when'), constraints: requiredField },
  moment('ended_utc', 'Until when; empty while it lasts'),
  oneOf('status', 'Status of the appliance as the portal showed it', gatewayStatuses),
])

export const settingsSchema = table([
  { ...moment('at_utc', 'When it was changed'), constraints: requiredField },
  requiredText('event', 'What was changed'),
  oneOf('changed_by', 'Who changed it', ['owner', 'company', 'other person', 'unknown']),
  text('party', 'The company of the contract'),
])

/** Returns the cells of a table's header line. */
export function columnNamesOf({ fields }: TableSchema): string[] {
  return fields.map(({ name }) => name)
}
