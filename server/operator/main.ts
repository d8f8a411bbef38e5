import { readFile } from 'node:fs/promises'
import { parseConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/database.ts'
import { type ImportKind, importFile, importKinds } from './import.ts'

export type OperatorCall = {
  args: readonly string[]
  env: Record<string, string | undefined>
  fallbackBrand: string
  say: (line: string) => void
  complain: (line: string) => void
}

type Command = { kind: ImportKind; file: string }

const usage = `Usage: npm run portal -- import ${importKinds.join('|')} FILE.csv`

const shownBadRows = 20

/** Runs one command of an operator and answers the exit code. Decisions 9. */
export async function runOperatorCommand(call: OperatorCall): Promise<number> {
  const command = parseCommand(call.args)
  if (!command) {
    call.complain(usage)
    return 2
  }
  const content = await readFile(command.file, 'utf8').catch((error: NodeJS.ErrnoException) => error)
  if (content instanceof Error) {
    call.complain(`${command.file} cannot be read (${content.code}).`)
    return 1
  }
  return runImport(call, { ...command, content })
}

function parseCommand([name, kindName, file, ...rest]: readonly string[]): Command | null {
  const kind = importKinds.find((known) => known === kindName)
  if (name !== 'import' || !kind || file === undefined || rest.length > 0) return null
  return { kind, file }
}

async function runImport(
  { env, fallbackBrand, say, complain }: OperatorCall,
  { kind, file, content }: Command & { content: string },
): Promise<number> {
  const { databaseUrl, registryKey } = parseConfig(env, fallbackBrand)
  const { pool, close } = openDatabase(databaseUrl, { max: 1 })
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
