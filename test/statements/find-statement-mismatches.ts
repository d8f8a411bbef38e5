import type { Client } from 'pg'
import { type ResultColumn, describeStatement } from './describe-statement.ts'
import type { DeclaredColumn, SourceStatement } from './read-statements.ts'

/**
 * Compares statements with the schema of the database. Returns one sentence for each mismatch, with the position of the
 * statement.
 */
export async function findStatementMismatches(
  client: Client,
  statements: readonly SourceStatement[],
): Promise<string[]> {
  const complaints: string[] = []
  for (const { position, text, row } of statements) {
    const found = await describeStatement(client, text).then(
      (resultColumns) => (row ?? []).flatMap((column) => mismatchOf(column, { answered: resultColumns, text })),
      (error: Error) => [error.message],
    )
    complaints.push(...found.map((complaint) => `${position}: ${complaint}`))
  }
  return [...new Set(complaints)]
}

type DescribedStatement = { answered: readonly ResultColumn[]; text: string }

function mismatchOf({ name, kind, isNullable }: DeclaredColumn, { answered, text }: DescribedStatement): string[] {
  const column = answered.find((one) => one.name === name)
  if (!column) return [`the row has "${name}", which is not answered`]
  // The content of a JSON column is not compared, because PostgreSQL has no types for it.
  if (column.kind !== null && column.kind !== kind)
    return [`"${name}" is answered as ${column.kind}, and is ${kind ?? 'another type'} in the row`]
  const mayBeNull = (column.isNullable && !isMarkedNotNull(name, text)) || isJoinedLeft(column, text)
  if (mayBeNull && !isNullable) return [`"${name}" may be null, and is not in the row`]
  return []
}

function isMarkedNotNull(name: string, text: string): boolean {
  const column = name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`)
  return new RegExp(`\\b${column} (?:is not null|<|>|=|<=|>=)`, 'u').test(text)
}

/** Returns whether the column may be null because every join of its table is a left join. */
function isJoinedLeft({ table }: ResultColumn, text: string): boolean {
  if (table === null) return false
  const joins = [...text.matchAll(/(?<left>left )?(?:join|from) (?<name>\w+)/gu)].filter(
    ({ groups }) => groups?.['name'] === table,
  )
  return joins.length > 0 && joins.every(({ groups }) => groups?.['left'] !== undefined)
}
