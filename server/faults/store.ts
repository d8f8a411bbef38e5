import type { FaultDescription } from '#contract/faults.ts'
import { type Language, fallbackLanguage } from '#contract/languages.ts'
import { type Queryable, readRequiredRow, readRows } from '#server/database/sql.ts'

export type FaultTextQuery = { codes: readonly string[]; language: Language }

/**
 * Finds the imported descriptions of fault codes. A description is in the given language or, if there is none, in
 * English.
 */
export async function findFaultDescriptions(
  db: Queryable,
  { codes, language }: FaultTextQuery,
): Promise<FaultDescription[]> {
  return readRows<FaultDescription>(db, 'find-faults')`
    select distinct on (code) code, severity, emergency, language, title, meaning, heating,
      self_help as "selfHelp", call
    from fault_description where code = any (${codes}) and language in (${language}, ${fallbackLanguage})
    order by code, language <> ${language}`
}

/** Whether an operator has imported any description. */
export async function isCatalogueImported(db: Queryable): Promise<boolean> {
  const row = await readRequiredRow<{ imported: boolean }>(db, 'is-fault-catalogue-imported')`
    select exists (select from fault_description) as imported`
  return row.imported
}

/** Finds which of these codes the imported catalogue marks as emergencies, in any language. */
export async function findEmergencyCodes(db: Queryable, codes: readonly string[]): Promise<string[]> {
  const rows = await readRows<{ code: string }>(db, 'find-emergency-codes')`
    select distinct code from fault_description where code = any (${codes}) and emergency`
  return rows.map(({ code }) => code)
}
