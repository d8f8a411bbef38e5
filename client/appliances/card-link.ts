/** The tabs of an appliance's card, in the order in which the card shows them. */
export const applianceTabs = ['address', 'provider', 'support'] as const

export type ApplianceTab = (typeof applianceTabs)[number]

export type CardLink = { applianceId: string; tab: ApplianceTab }

/** Returns the link to a tab of an appliance's card in the list. */
export function formatCardLink({ applianceId, tab }: CardLink): string {
  return `/appliances#${tab}-${applianceId}`
}

/** Parses the fragment of the list's URL. Returns null if the fragment names no tab of a card. */
export function parseCardLink(hash: string): CardLink | null {
  const tab = applianceTabs.find((each) => hash.startsWith(`#${each}-`))
  return tab === undefined ? null : { tab, applianceId: hash.slice(tab.length + 2) }
}
