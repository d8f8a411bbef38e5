import { createIcon } from './icon.tsx'

/** A wall-hung boiler with its flame window and pipes. */
export const BoilerIcon = createIcon(
  <>
    <rect x="5" y="2.5" width="14" height="16" rx="2.5" />
    <path d="M12 6c2 1.8 3 3.3 3 4.9a3 3 0 0 1-6 0c0-.9.4-1.7 1.1-2.3.2.7.5 1 .9 1.2C11 8.6 11.3 7.2 12 6Z" />
    <path d="M9 18.5v3M15 18.5v3M10 15.8h4" />
  </>,
)

/** An outdoor unit with its fan. */
export const HeatPumpIcon = createIcon(
  <>
    <rect x="2.5" y="4.5" width="19" height="14" rx="2.5" />
    <circle cx="9.5" cy="11.5" r="4" />
    <path d="M9.5 11.5 9.5 7.5M9.5 11.5l3.46 2M9.5 11.5l-3.46 2M17 8.5h1.5M17 11.5h1.5M17 14.5h1.5M6 18.5v2M18 18.5v2" />
  </>,
)

/** A heat pump's fan and a flame, side by side. */
export const HybridIcon = createIcon(
  <>
    <rect x="2.5" y="4.5" width="19" height="14" rx="2.5" />
    <path d="M12 4.5v14" />
    <circle cx="7.25" cy="11.5" r="2.75" />
    <path d="M7.25 11.5v-2.75M7.25 11.5l2.38 1.4M7.25 11.5l-2.38 1.4" />
    <path d="M16.75 8c1.6 1.5 2.4 2.7 2.4 4a2.4 2.4 0 0 1-4.8 0c0-1.3.8-2.5 2.4-4Z" />
    <path d="M6 18.5v2M18 18.5v2" />
  </>,
)

/** A radiator, for an unknown kind of heating system. */
export const HeatingSystemIcon = createIcon(
  <>
    <rect x="3" y="5" width="4.5" height="12.5" rx="2.25" />
    <rect x="7.5" y="5" width="4.5" height="12.5" rx="2.25" />
    <rect x="12" y="5" width="4.5" height="12.5" rx="2.25" />
    <rect x="16.5" y="5" width="4.5" height="12.5" rx="2.25" />
    <path d="M5.25 17.5V20M18.75 17.5V20" />
  </>,
)
