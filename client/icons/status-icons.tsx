import circleCheck from 'lucide/dist/esm/icons/circle-check.mjs'
import circleQuestionMark from 'lucide/dist/esm/icons/circle-question-mark.mjs'
import octagonAlert from 'lucide/dist/esm/icons/octagon-alert.mjs'
import triangleAlert from 'lucide/dist/esm/icons/triangle-alert.mjs'
import wifiOff from 'lucide/dist/esm/icons/wifi-off.mjs'
import { createIcon, createLucideIcon } from './icon.tsx'

export const OnlineIcon = createLucideIcon(circleCheck)
export const WarningIcon = createLucideIcon(triangleAlert)
export const ErrorIcon = createLucideIcon(octagonAlert)
export const OfflineIcon = createLucideIcon(wifiOff)
export const UnknownStatusIcon = createLucideIcon(circleQuestionMark)

/** A flame in a ring, for an appliance that is heating. */
export const WorkingIcon = createIcon(
  <>
    <circle cx="12" cy="12" r="10" />
    <path d="M12 6.5c2.4 2.1 3.6 3.9 3.6 5.8a3.6 3.6 0 0 1-7.2 0c0-1.1.5-2.1 1.4-2.9.2.9.6 1.4 1.2 1.6-.1-1.7.2-3.2 1-4.5Z" />
  </>,
)
