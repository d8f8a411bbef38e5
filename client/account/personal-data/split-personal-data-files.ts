import type { PersonalData } from '#contract/personal-data.ts'

/**
 * `newest`: the newest request for all data, in any state. `ofAppliances`: the ready exports of appliances that the
 * person owned earlier.
 */
export type PersonalDataFiles = { newest: PersonalData | null; ofAppliances: readonly PersonalData[] }

/**
 * Splits the person's files by kind. `items` must be sorted newest first. Older packages of all data are left out,
 * because they contain only older data.
 */
export function splitPersonalDataFiles(items: readonly PersonalData[]): PersonalDataFiles {
  return {
    newest: items.find(({ isOfAppliance }) => !isOfAppliance) ?? null,
    ofAppliances: items.filter(({ isOfAppliance, state }) => isOfAppliance && state === 'READY'),
  }
}
