import type { ReactNode } from 'react'
import styles from './chip.module.css'

export type ChipTone = 'ok' | 'warning' | 'danger' | 'idle' | 'brand'

export type ChipProps = { tone: ChipTone; icon?: ReactNode; children: ReactNode }

/** A short state as a text with an icon. The colour repeats the state. */
export function Chip({ tone, icon, children }: ChipProps) {
  return (
    <span className={[styles.chip, styles[tone]].join(' ')}>
      {icon}
      <span>{children}</span>
    </span>
  )
}
