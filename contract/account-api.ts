import type { Endpoint } from './endpoint.ts'
import { sessionList } from './sessions.ts'

const sessions = '/api/2/users/me/sessions'

/** The paths of /api/2 with which people manage their own account. Specification 13. */
export const accountApi = {
  listSessions: { method: 'GET', path: sessions, access: 'gateway.users', answer: sessionList },
  endSession: { method: 'DELETE', path: `${sessions}/:sessionRef`, access: 'gateway.users', answer: null },
  endOtherSessions: { method: 'DELETE', path: sessions, access: 'gateway.users', answer: null },
} as const satisfies Record<string, Endpoint>
