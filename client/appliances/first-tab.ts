import { changeEntry, readEntry } from '#client/interaction/entry-memory.ts'
import type { Appliance } from './appliance.ts'

const tabs = ['address', 'provider', 'support'] as const

export type ApplianceTab = (typeof tabs)[number]

/** Specification 2.6: the Service provider tab if an address is filled in already, else the Address tab. */
export function firstTabOf(appliance: Pick<Appliance, 'service'>): ApplianceTab {
  return appliance.service.address === null ? 'address' : 'provider'
}

/** The tab that was chosen when this entry of the history was left; undefined on a fresh visit. */
export function chosenTabOf(id: string): ApplianceTab | undefined {
  const chosen = readEntry().tabs?.[id]
  return tabs.find((each) => each === chosen)
}

export function rememberTab(id: string, tab: ApplianceTab): void {
  changeEntry({ tabs: { ...readEntry().tabs, [id]: tab } })
}
