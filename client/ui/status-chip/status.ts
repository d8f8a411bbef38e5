import type { ChipTone } from '../chip/chip.tsx'

export type Status = 'ONLINE' | 'WORKING' | 'WARNING' | 'ERROR' | 'OFFLINE' | 'UNKNOWN'
export type StatusTone = Exclude<ChipTone, 'brand'>

/** The colour of an appliance's status. Specification 2.6. */
export const toneOf: Readonly<Record<Status, StatusTone>> = {
  ONLINE: 'ok',
  WORKING: 'ok',
  WARNING: 'warning',
  ERROR: 'danger',
  OFFLINE: 'idle',
  UNKNOWN: 'idle',
}
