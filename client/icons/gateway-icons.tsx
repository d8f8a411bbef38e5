import { createIcon } from './icon.tsx'

/** A square room controller with large figures: CT100. */
export const SquareControllerIcon = createIcon(
  <>
    <rect x="3.5" y="3.5" width="17" height="17" rx="4" />
    <path d="M7.5 9.5h3v2.5h-3v2.5h3M13.5 14.5v-5" />
    <circle cx="16.5" cy="9.9" r="0.9" />
  </>,
)

/** A wide controller with a large display: CT200. */
export const WideControllerIcon = createIcon(
  <>
    <rect x="1.5" y="5.5" width="21" height="13" rx="2.5" />
    <path d="M6 14.4a3.6 3.6 0 1 1 5 0" />
    <circle cx="8.5" cy="11.8" r="0.6" />
    <path d="M15 10h4.5M15 12.5h4.5M15 15h2.5" />
  </>,
)

/** A box with three lights and a network cable: MB Lan. */
export const NetworkBoxIcon = createIcon(
  <>
    <rect x="3" y="5.5" width="18" height="9.5" rx="2" />
    <path d="M6.5 9.2h.01M9.5 9.2h.01M12.5 9.2h.01M15.5 12v-2.5h3V12h-3ZM17 15v2.5a2 2 0 0 1-2 2H9" />
  </>,
)
