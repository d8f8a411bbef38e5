import type { Appliance } from './appliance.ts'

export type ApplianceTab = 'address' | 'provider' | 'support'

/** Specification 2.6: the Service provider tab if an address is filled in already, else the Address tab. */
export function firstTabOf(appliance: Pick<Appliance, 'service'>): ApplianceTab {
  return appliance.service.address === null ? 'address' : 'provider'
}
