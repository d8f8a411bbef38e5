import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseRegistryKey } from '#server/config.ts'
import { runWithCommandDatabase } from './command-database.ts'
import { recordCommand } from './record-command.ts'
import type { BadRow } from './parse-csv-file.ts'
import { type ImportKind, type ImportResult, checkImportFile, importFile } from './import-file.ts'
import type { OperatorCommand } from './main.ts'
import { hasEmergencyFault } from './store.ts'

const maxShownBadRows = 100

/**
 * The warning after the import of a catalogue in which no fault is an emergency. Notices about gas or carbon monoxide
 * would then have no priority over other faults. Specification 22.4.
 */
const noEmergencyWarning = 'No code of the catalogue is an emergency: no notice will say to leave the house.'

/** An import of a file. If `isCheck` is true, the file is only checked, without a database. */
type Import = { kind: ImportKind; file: string; isCheck: boolean }

/** Imports or checks a file, and prints its errors by line. Returns the exit code. */
export async function runImportCommand(call: OperatorCommand, { kind, file, isCheck }: Import): Promise<number> {
  const content = await readText(file).catch((error: NodeJS.ErrnoException) => error)
  if (typeof content === 'string')
    return isCheck ? checkContent(call, { kind, file, content }) : importContent(call, { kind, file, content })
  const isForeign = content.code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
  call.printError(isForeign ? `${file} is not UTF-8; save it so.` : `${file} cannot be read (${content.code}).`)
  return 1
}

/** Reads a file as UTF-8. Throws for any other encoding, which would corrupt names. */
async function readText(file: string): Promise<string> {
  return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file))
}

type ImportContent = { kind: ImportKind; file: string; content: string }

async function checkContent(
  { printLine, printError }: OperatorCommand,
  { kind, file, content }: ImportContent,
): Promise<number> {
  const result = await checkImportFile(kind, content)
  if (result.kind === 'refused') return refuse(printError, file, result.badRows)
  printLine(`${file} has ${result.rows} ${kind}, and none is wrong. Nothing was imported.`)
  return 0
}

/** Prints the first bad rows and the total number of bad rows. Returns the exit code of the command. */
function refuse(printError: OperatorCommand['printError'], file: string, badRows: readonly BadRow[]): number {
  for (const { line, reason } of badRows.slice(0, maxShownBadRows)) printError(`${file}:${line}: ${reason}`)
  const rest = badRows.length - maxShownBadRows
  if (rest > 0) printError(`… and ${rest} more.`)
  printError(`Nothing was imported: ${badRows.length} bad rows.`)
  return 1
}

/**
 * Returns the audit details and the outcome of an import. The details have the name of the file without its folder,
 * and the number of imported rows or of bad rows.
 */
function auditDetailsOf({ kind, file }: Pick<ImportContent, 'kind' | 'file'>, result: ImportResult) {
  const details = { kind, file: basename(file) }
  return result.kind === 'imported'
    ? { details: { ...details, rows: result.rows }, outcome: 'done' }
    : { details: { ...details, badRows: result.badRows.length }, outcome: 'refused' }
}

async function importContent(call: OperatorCommand, { kind, file, content }: ImportContent): Promise<number> {
  const { env, printLine, printError } = call
  // Only rows of gateways have secrets, so an import of another kind needs no key.
  const registryKey = kind === 'gateways' ? parseRegistryKey(env) : Buffer.alloc(0)
  return runWithCommandDatabase({ env }, async ({ pool }) => {
    const result = await importFile({
      pool,
      registryKey,
      kind,
      content,
      record: async (db, what) =>
        recordCommand(db, call, { action: 'import', ...auditDetailsOf({ kind, file }, what) }),
    })
    if (result.kind === 'imported') {
      printLine(`Imported ${result.rows} ${kind}.`)
      if (kind === 'faults' && !(await hasEmergencyFault(pool))) printError(noEmergencyWarning)
      return 0
    }
    return refuse(printError, file, result.badRows)
  })
}
