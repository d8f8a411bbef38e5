import * as z from 'zod/mini'
import { termsRequiredDefaults, type ServerEndpoint } from './endpoint.ts'
import { takeoverApi } from './takeover-api.ts'
import { takeoverAnswer, takeoverRequestBody } from './takeover.ts'
import { lowerCaseUuid } from './text-schemas.ts'

const takeoverId = z.object({ takeoverId: lowerCaseUuid })

/** The endpoints of `takeoverApi` with the inputs and refusals that only the server needs. Specification 26.9. */
export const takeoverEndpoints = {
  startTakeover: {
    ...takeoverApi.startTakeover,
    ...termsRequiredDefaults,
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
  listTakeovers: { ...takeoverApi.listTakeovers, ...termsRequiredDefaults },
  readTakeover: { ...takeoverApi.readTakeover, ...termsRequiredDefaults, params: takeoverId, refusals: ['not-found'] },
  cancelTakeover: {
    ...takeoverApi.cancelTakeover,
    ...termsRequiredDefaults,
    params: takeoverId,
    refusals: ['not-found'],
  },
  answerTakeover: {
    ...takeoverApi.answerTakeover,
    ...termsRequiredDefaults,
    params: z.object({ id: lowerCaseUuid, takeoverId: lowerCaseUuid }),
    body: takeoverAnswer,
    refusals: ['not-found', 'not-allowed-in-role', 'sign-in-too-old'],
  },
} as const satisfies Record<keyof typeof takeoverApi, ServerEndpoint>
