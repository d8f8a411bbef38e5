import type { Example } from '../example.ts'
import { StatusChip } from './status-chip.tsx'

export const examples: Example[] = [
  { name: 'online', render: () => <StatusChip status="ONLINE">Online since 8:15</StatusChip> },
  { name: 'working', render: () => <StatusChip status="WORKING">Working since 14:03</StatusChip> },
  {
    name: 'warning',
    render: () => <StatusChip status="WARNING">Warning since yesterday</StatusChip>,
  },
  { name: 'error', render: () => <StatusChip status="ERROR">Error since 3 May</StatusChip> },
  {
    name: 'offline',
    render: () => <StatusChip status="OFFLINE">Offline since 12 April</StatusChip>,
  },
  { name: 'unknown', render: () => <StatusChip status="UNKNOWN">Unknown</StatusChip> },
]
