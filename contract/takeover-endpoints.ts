import * as z from 'zod/mini'
import { addInputs } from './endpoint.ts'
import { takeoverApi } from './takeover-api.ts'
import { takeoverAnswer, takeoverRequestBody } from './takeover.ts'
import { lowerCaseUuid } from './text-schemas.ts'

const takeoverId = z.object({ takeoverId: lowerCaseUuid })

/** The endpoints of `takeoverApi` with the inputs and refusals that only the server needs. Specification 26.9. */
export const takeoverEndpoints = addInputs(takeoverApi, {
  startTakeover: {
    body: takeoverRequestBody,
    refusals: [
      'credentials-rejected',
      'already-added',
      'no-owner',
      'gateway-offline',
      'takeover-open',
      'takeover-refused',
    ],
  },
  listTakeovers: {},
  readTakeover: { params: takeoverId, refusals: ['not-found'] },
  cancelTakeover: { params: takeoverId, refusals: ['not-found'] },
  answerTakeover: {
    params: z.object({ id: lowerCaseUuid, takeoverId: lowerCaseUuid }),
    body: takeoverAnswer,
    refusals: ['not-found', 'not-allowed-in-role', 'sign-in-too-old'],
  },
})
