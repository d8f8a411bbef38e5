import type { Endpoint } from './endpoint.ts'
import { sharingAnswered, sharingQuestion } from './sharing.ts'

const path = '/api/2/sharing/:requestId'

/** The paths of /api/2 with which a person shares data with a third party. Specification 27.3. */
export const sharingApi = {
  readSharing: { method: 'GET', path, access: 'gateway.users', answer: sharingQuestion },
  answerSharing: { method: 'POST', path, access: 'gateway.users', answer: sharingAnswered, isAnswerSecret: true },
} as const satisfies Record<string, Endpoint>
