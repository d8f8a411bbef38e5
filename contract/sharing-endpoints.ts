import * as z from 'zod/mini'
import { addInputs } from './endpoint.ts'
import { sharingApi } from './sharing-api.ts'
import { sharingAnswer } from './sharing.ts'

const request = z.object({ requestId: z.string().check(z.regex(/^[\w-]{21,64}$/, { error: 'pattern' })) })

/** The endpoints of `sharingApi` with the inputs and refusals that only the server needs. Specification 27.3. */
export const sharingEndpoints = addInputs(sharingApi, {
  readSharing: { params: request, refusals: ['not-found'] },
  answerSharing: { params: request, body: sharingAnswer, refusals: ['not-found', 'not-owner', 'consent-text-changed'] },
})
