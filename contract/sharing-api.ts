import type { Endpoint } from './endpoint.ts'
import { sharingAnswerOutcome, sharingConsentRequest } from './sharing.ts'

const requestPath = '/api/2/sharing/:requestId'

/** The paths of /api/2 with which a person shares data with a third party. Specification 27.3. */
export const sharingApi = {
  readSharing: { method: 'GET', path: requestPath, access: 'gateway.users', answer: sharingConsentRequest },
  answerSharing: {
    method: 'POST',
    path: requestPath,
    access: 'gateway.users',
    answer: sharingAnswerOutcome,
    isAnswerSecret: true,
  },
} as const satisfies Record<string, Endpoint>
