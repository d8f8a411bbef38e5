import { readFile } from 'node:fs/promises'
import { parseConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/database.ts'
import { type ImportKind, importFile } from './import.ts'
import type { OperatorCall } from './main.ts'

const shownBadRows = 20

type Import = { kind: ImportKind; file: string }

/** Imports a file, or says why not, line by line. Answers the exit code. */
export async function runImport(call: OperatorCall, { kind, file }: Import): Promise<number> {
  const content = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => error)
  if (typeof content === 'string') return importContent(call, { kind, file, content })
  call.complain(`${file} cannot be read (${content.code}).`)
  return 1
}

async function importContent(
  { env, fallbackBrand, say, complain }: OperatorCall,
  { kind, file, content }: Import & { content: string },
): Promise<number> {
  const { databaseUrl, registryKey } = parseConfig(env, fallbackBrand)
  const { pool, close } = openDatabase(databaseUrl, { max: 1, statementWithinMs: 0 })
  try {
    const result = await importFile({ pool, registryKey, kind, content })
    if (result.kind === 'imported') {
      say(`Imported ${result.rows} ${kind}.`)
      return 0
    }
    for (const { line, reason } of result.badRows.slice(0, shownBadRows)) complain(`${file}:${line}: ${reason}`)
    complain(`Nothing was imported: ${result.badRows.length} bad rows.`)
    return 1
  } finally {
    await close()
  }
}
