import type { ApplianceType } from '#contract/appliance.ts'
import { BoilerIcon, HeatingSystemIcon, HeatPumpIcon, HybridIcon } from '#client/icons/appliance-icons.tsx'

const icons = { BOILER: BoilerIcon, HP: HeatPumpIcon, HYBRID: HybridIcon, UNKNOWN: HeatingSystemIcon }

/** Specification 2.6: an icon by type. */
export function ApplianceIcon({ type }: { type: ApplianceType }) {
  const TypeIcon = icons[type]
  return <TypeIcon size={32} />
}
