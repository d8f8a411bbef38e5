import { readFile } from 'node:fs/promises'
import { parseRegistryKey } from '#server/config.ts'
import { withDatabase } from './command-database.ts'
import { type ImportKind, importFile } from './import.ts'
import type { OperatorCommand } from './main.ts'
import { hasEmergencyFault } from './store.ts'

const shownBadRows = 20

/** Gas and carbon monoxide then look like any other fault, which hardly anybody means. Specification 22.4. */
const noEmergency = 'No code of the catalogue is an emergency: nobody will be told to leave the house first.'

type Import = { kind: ImportKind; file: string }

/** Imports a file, or says why not, line by line. Answers the exit code. */
export async function runImport(call: OperatorCommand, { kind, file }: Import): Promise<number> {
  const content = await readText(file).catch((error: NodeJS.ErrnoException) => error)
  if (typeof content === 'string') return importContent(call, { kind, file, content })
  const isForeign = content.code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
  call.complain(isForeign ? `${file} is not UTF-8; save it so.` : `${file} cannot be read (${content.code}).`)
  return 1
}

/** Bytes that are no UTF-8 fail: read as other characters they would spoil names. */
async function readText(file: string): Promise<string> {
  return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file))
}

async function importContent(
  { env, say, complain }: OperatorCommand,
  { kind, file, content }: Import & { content: string },
): Promise<number> {
  // Only gateways have secrets to digest.
  const registryKey = kind === 'gateways' ? parseRegistryKey(env) : Buffer.alloc(0)
  return withDatabase({ env }, async ({ pool }) => {
    const result = await importFile({ pool, registryKey, kind, content })
    if (result.kind === 'imported') {
      say(`Imported ${result.rows} ${kind}.`)
      if (kind === 'faults' && !(await hasEmergencyFault(pool))) complain(noEmergency)
      return 0
    }
    for (const { line, reason } of result.badRows.slice(0, shownBadRows)) complain(`${file}:${line}: ${reason}`)
    complain(`Nothing was imported: ${result.badRows.length} bad rows.`)
    return 1
  })
}
