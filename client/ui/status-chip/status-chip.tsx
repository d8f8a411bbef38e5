import type { ReactNode } from 'react'
import {
  ErrorIcon,
  OfflineIcon,
  OnlineIcon,
  UnknownStatusIcon,
  WarningIcon,
  WorkingIcon,
} from '#client/icons/status-icons.tsx'
import { Chip, type ChipTone } from '../chip/chip.tsx'

export type StatusChipProps = {
  status: ApplianceStatus
  /** Whether the data is old: the chip is then grey for every status. */
  isOld?: boolean
  /** The text of the status, with its start: 'Working since 14:03', or 'Last seen …' if old. */
  children: ReactNode
}

const icons = {
  ONLINE: OnlineIcon,
  WORKING: WorkingIcon,
  WARNING: WarningIcon,
  ERROR: ErrorIcon,
  OFFLINE: OfflineIcon,
  UNKNOWN: UnknownStatusIcon,
}

/**
 * Shows the status of an appliance by icon, words and colour, because some people cannot distinguish the colours.
 * Specification 2.6.
 */
export function StatusChip({ status, isOld = false, children }: StatusChipProps) {
  const StatusIcon = icons[status]
  return (
    <Chip tone={isOld ? 'idle' : statusTones[status]} icon={<StatusIcon size={20} />}>
      {children}
    </Chip>
  )
}

export type ApplianceStatus = 'ONLINE' | 'WORKING' | 'WARNING' | 'ERROR' | 'OFFLINE' | 'UNKNOWN'
export type StatusTone = Exclude<ChipTone, 'brand'>

/** The colour of each status of an appliance. Specification 2.6. */
export const statusTones: Readonly<Record<ApplianceStatus, StatusTone>> = {
  ONLINE: 'ok',
  WORKING: 'ok',
  WARNING: 'warning',
  ERROR: 'danger',
  OFFLINE: 'idle',
  UNKNOWN: 'idle',
}
