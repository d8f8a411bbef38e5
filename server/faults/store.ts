import type { Pool } from 'pg'
import type { FaultDescription } from '#contract/faults.ts'
import { type Language, fallbackLanguage } from '#contract/languages.ts'

export type WantedFaults = { codes: readonly string[]; language: Language }

/** The imported descriptions of codes, each in the language or else in English. */
export async function findFaults(pool: Pool, { codes, language }: WantedFaults): Promise<FaultDescription[]> {
  const { rows } = await pool.query<FaultDescription>({
    name: 'find-faults',
    text: `select distinct on (code) code, severity, emergency, language, title, meaning, heating,
             self_help as "selfHelp", call
           from fault_description where code = any ($1) and language in ($2, $3)
           order by code, language = $3 and language <> $2`,
    values: [codes, language, fallbackLanguage],
  })
  return rows
}

/** Whether an operator has imported any description. */
export async function isCatalogueImported(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ imported: boolean }>({
    name: 'is-fault-catalogue-imported',
    text: 'select exists (select from fault_description) as imported',
  })
  return rows[0]?.imported ?? false
}
