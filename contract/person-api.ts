import { user } from './account.ts'
import { terms, termsStatus } from './terms.ts'
import type { Endpoint } from './endpoint.ts'

/** The paths of /api/2 about the signed-in person, the terms, and the log of the person's browser. Specification 13. */
export const personApi = {
  readUser: { method: 'GET', path: '/api/2/users/me', access: 'gateway.users', answer: user },
  changeUser: { method: 'PATCH', path: '/api/2/users/me', access: 'gateway.users', answer: user },
  readTerms: { method: 'GET', path: '/api/2/tos', access: 'token', answer: terms },
  readTermsStatus: { method: 'GET', path: '/api/2/tos/status', access: 'token', answer: termsStatus },
  acceptTerms: { method: 'PUT', path: '/api/2/tos/status', access: 'token', answer: termsStatus },
  writeClientLog: { method: 'POST', path: '/api/2/logger', access: 'public', answer: null },
} as const satisfies Record<string, Endpoint>
