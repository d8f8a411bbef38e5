import type { FaultDescription } from '#contract/faults.ts'
import { type Language, fallbackLanguage } from '#contract/languages.ts'
import { type Queryable, asPreparedStatement, readRequiredRow, readRows, sql } from '#server/database/sql.ts'

export type FaultTextQuery = { codes: readonly string[]; language: Language }

/**
 * Finds the imported descriptions of fault codes. A description is in the given language or, if there is none, in
 * English.
 */
export async function findFaultDescriptions(
  db: Queryable,
  { codes, language }: FaultTextQuery,
): Promise<FaultDescription[]> {
  const faults = sql<FaultDescription>`
    select distinct on (code) code, severity, emergency, language, title, meaning, heating,
      self_help as "selfHelp", call
    from fault_description where code = any (${codes}) and language in (${language}, ${fallbackLanguage})
    order by code, language <> ${language}`
  return readRows(db, asPreparedStatement('find-faults', faults))
}

/** Whether an operator has imported any description. */
export async function isCatalogueImported(db: Queryable): Promise<boolean> {
  const catalogue = sql<{ imported: boolean }>`select exists (select from fault_description) as imported`
  return (await readRequiredRow(db, asPreparedStatement('is-fault-catalogue-imported', catalogue))).imported
}

/** Finds which of these codes the imported catalogue marks as emergencies, in any language. */
export async function findEmergencyCodes(db: Queryable, codes: readonly string[]): Promise<string[]> {
  const emergencies = sql<{ code: string }>`
    select distinct code from fault_description where code = any (${codes}) and emergency`
  return (await readRows(db, asPreparedStatement('find-emergency-codes', emergencies))).map(({ code }) => code)
}
