import type { PageSocket } from './page-socket.ts'
import type { Person } from './subscription-registry.ts'

/**
 * Whether a page hears of its person's appliances: not, not yet, or until its token expires (epoch ms). `confirms`:
 * whether it wants to be told so.
 */
export type Registration = { kind: 'none' } | { kind: 'checking' } | Registered

export type Registered = { kind: 'on'; socket: PageSocket; person: Person; expiresAt: number; confirms: boolean }

export const unregistered: Registration = { kind: 'none' }

export function isCurrentRegistration(registered: Registered): boolean {
  return registered.socket.registration === registered
}
