import type { Pool } from 'pg'
import { readBrands } from '#brands/read-brands.ts'
import type { Queryable } from '#server/database/sql.ts'
import { type Transaction, inTransaction } from '#server/database/transaction.ts'
import { computeClaimDigest, computeDeviceKeyDigest } from '#server/registry/digests.ts'
import {
  type CompanyRow,
  type SupportCompanyRow,
  createCompaniesFileFormat,
  createSupportCompaniesFileFormat,
} from './companies-file.ts'
import { type BadRow, type ParsedCsvFile, parseCsvFile } from './parse-csv-file.ts'
import { type CataloguedFault, faultsFileFormat, groupFaultRows } from './faults-file.ts'
import { type GatewayRow, createGatewaysFileFormat } from './gateways-file.ts'
import {
  type RegistryEntry,
  replaceFaultDescriptions,
  upsertCompanies,
  upsertGateways,
  upsertSupportCompanies,
} from './store.ts'

export const importKinds = ['gateways', 'companies', 'support-companies', 'faults'] as const

export type ImportKind = (typeof importKinds)[number]

export type ImportResult = { kind: 'imported'; rows: number } | { kind: 'refused'; badRows: BadRow[] }

export type ImportOptions = {
  pool: Pool
  registryKey: Buffer
  kind: ImportKind
  content: string
  /**
   * Records the result. Called as the last step of the import's transaction, or without a transaction if the file is
   * refused.
   */
  record?(db: Queryable, result: ImportResult): Promise<void>
}

/** The maximum number of rows that are written at once. One transaction writes all rows of a file. */
const rowsPerStatement = 5_000

/** Imports a CSV file completely or not at all. Existing rows are updated. Specification 18.4. */
export async function importFile(request: ImportOptions): Promise<ImportResult> {
  const { registryKey, kind, content } = request
  const brands = await brandIds()
  switch (kind) {
    case 'gateways':
      return writeRows(request, readGateways(content, brands), async (transaction, rows) =>
        upsertGateways(
          transaction,
          rows.map((row) => toEntry(registryKey, row)),
        ),
      )
    case 'companies':
      return writeRows(request, readCompanies(content, brands), upsertCompanies)
    case 'support-companies':
      return writeRows(request, readSupportCompanies(content, brands), upsertSupportCompanies)
    case 'faults':
      return writeRows(request, readFaults(content), replaceFaultDescriptions)
    default:
      return kind satisfies never
  }
}

export type FileCheckResult = { kind: 'good'; rows: number } | { kind: 'refused'; badRows: BadRow[] }

/** Reports the errors of a file as its import would, without a database. */
export async function checkImportFile(kind: ImportKind, content: string): Promise<FileCheckResult> {
  const file = readers[kind](content, await brandIds())
  return file.kind === 'bad' ? { kind: 'refused', badRows: file.badRows } : { kind: 'good', rows: file.rows.length }
}

const readers = {
  gateways: readGateways,
  companies: readCompanies,
  'support-companies': readSupportCompanies,
  faults: readFaults,
}

async function brandIds(): Promise<string[]> {
  const { brands } = await readBrands()
  return [...brands.keys()]
}

function readGateways(content: string, brands: readonly string[]): ParsedCsvFile<GatewayRow> {
  return refuseDuplicates(parseCsvFile(content, createGatewaysFileFormat(brands)), ({ serial }) => serial)
}

function readCompanies(content: string, brands: readonly string[]): ParsedCsvFile<CompanyRow> {
  return refuseDuplicates(parseCsvFile(content, createCompaniesFileFormat(brands)), ({ id }) => id)
}

function readSupportCompanies(content: string, brands: readonly string[]): ParsedCsvFile<SupportCompanyRow> {
  const file = refuseDuplicates(parseCsvFile(content, createSupportCompaniesFileFormat(brands)), ({ id }) => id)
  return refuseDuplicates(file, ({ brand, country }) => `${brand} ${country}`)
}

function readFaults(content: string): ParsedCsvFile<CataloguedFault> {
  return groupFaultRows(
    refuseDuplicates(parseCsvFile(content, faultsFileFormat), ({ code, language }) => `${code} in ${language}`),
  )
}

/**
 * Converts a row to a registry entry. The entry has digests instead of the plain text of the secrets. Specification
 * 13.5.
 */
function toEntry(key: Buffer, { serial, type, applianceType, brand, ...secrets }: GatewayRow): RegistryEntry {
  const { accessCode, userPassword, deviceKey } = secrets
  return {
    serial,
    type,
    applianceType,
    brand,
    claimDigest: computeClaimDigest(key, { serial, accessCode, userPassword }),
    deviceKeyDigest: computeDeviceKeyDigest(key, { serial, deviceKey }),
  }
}

/** Refuses a file in which two rows have the same name, because nobody knows which of them is right. */
function refuseDuplicates<Row>(file: ParsedCsvFile<Row>, nameOf: (row: Row) => string): ParsedCsvFile<Row> {
  if (file.kind === 'bad') return file
  const seenKeys = new Set<string>()
  const badRows: BadRow[] = []
  for (const [index, row] of file.rows.entries()) {
    const name = nameOf(row)
    if (seenKeys.has(name)) badRows.push({ line: file.lines[index] ?? 0, reason: `${name} is in the file twice` })
    seenKeys.add(name)
  }
  return badRows.length > 0 ? { kind: 'bad', badRows } : file
}

async function writeRows<Row>(
  { pool, record }: ImportOptions,
  file: ParsedCsvFile<Row>,
  write: (transaction: Transaction, rows: readonly Row[]) => Promise<void>,
): Promise<ImportResult> {
  if (file.kind === 'bad') {
    const importResult: ImportResult = { kind: 'refused', badRows: file.badRows }
    await record?.(pool, importResult)
    return importResult
  }
  const { rows } = file
  const imported: ImportResult = { kind: 'imported', rows: rows.length }
  await inTransaction(pool, async (transaction) => {
    for (let at = 0; at < rows.length; at += rowsPerStatement)
      await write(transaction, rows.slice(at, at + rowsPerStatement))
    await record?.(transaction, imported)
  })
  return imported
}
