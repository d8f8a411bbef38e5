import type { PersonalData } from '#contract/personal-data.ts'

/** `newest`: the newest package of all data. `ofAppliances`: the ready exports of appliances that the person owned earlier. */
export type SplitFiles = { newest: PersonalData | null; ofAppliances: readonly PersonalData[] }

/** Older packages are the same data as of an earlier time, so only the newest is shown. `items`: newest first. */
export function splitFiles(items: readonly PersonalData[]): SplitFiles {
  return {
    newest: items.find(({ isOfAppliance }) => !isOfAppliance) ?? null,
    ofAppliances: items.filter(({ isOfAppliance, state }) => isOfAppliance && state === 'READY'),
  }
}
