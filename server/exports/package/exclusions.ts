import { dayMs } from '#contract/durations.ts'

/** Data that the package omits. `basis`: the article or recital of Regulation (EU) 2023/2854 that allows it. */
export type Exclusion = {
  what: string
  reason: 'other-persons-data' | 'trade-secret' | 'not-readily-available' | 'derived'
  basis: string
  detail: string
}

/** The reason for data that the data holder does not have, or can get only with disproportionate effort. */
export const notReadilyAvailableReason = { reason: 'not-readily-available', basis: 'Article 2(17)' } as const

export const otherPersonsDataReason = { reason: 'other-persons-data', basis: 'Article 4(12)' } as const

export const derivedDataReason = { reason: 'derived', basis: 'Recital 15' } as const

/** Returns the exclusion of the data from before the ownership. `ownerSince` is in RFC 3339. */
export function createBeforeOwnershipExclusion(ownerSince: string): Exclusion {
  return {
    what: 'everything from before this ownership',
    ...otherPersonsDataReason,
    detail: `What is from before ${ownerSince} belongs to earlier owners of the appliance.`,
  }
}

/** Returns the exclusion of a day whose stored data is damaged. `day` is the number of days since 1970-01-01. */
export function createDamagedDayExclusion(day: number): Exclusion {
  const date = new Date(day * dayMs).toISOString().slice(0, 'YYYY-MM-DD'.length)
  return {
    what: `readings of ${date}`,
    ...notReadilyAvailableReason,
    detail: `What the portal stores of ${date} is damaged and cannot be read completely.`,
  }
}

/** Returns the content of exclusions.json. The file also says that nothing was withheld as a trade secret. */
export function formatExclusionsJson(exclusions: readonly Exclusion[]): string {
  const tradeSecrets = { withheld: [], basis: 'Article 4(6) to (8)', detail: 'No data was withheld as a trade secret.' }
  return `${JSON.stringify({ excluded: exclusions, tradeSecrets }, null, 2)}\n`
}
