import * as z from 'zod/mini'
import { afterTerms, type ServedEndpoint } from './endpoint.ts'
import { takeoverApi } from './takeover-api.ts'
import { takeoverAnswer, takeoverWrite } from './takeover.ts'
import { id } from './text.ts'

const takeoverId = z.object({ takeoverId: id })

/** The endpoints of `takeoverApi` with the inputs and refusals that only the server needs. Specification 26.9. */
export const takeoverEndpoints = {
  startTakeover: {
    ...takeoverApi.startTakeover,
    ...afterTerms,
    body: takeoverWrite,
    refusals: [
      'credentials-rejected',
      'already-added',
      'no-owner',
      'gateway-offline',
      'takeover-open',
      'takeover-refused',
    ],
  },
  listTakeovers: { ...takeoverApi.listTakeovers, ...afterTerms },
  readTakeover: { ...takeoverApi.readTakeover, ...afterTerms, params: takeoverId, refusals: ['not-found'] },
  cancelTakeover: { ...takeoverApi.cancelTakeover, ...afterTerms, params: takeoverId, refusals: ['not-found'] },
  answerTakeover: {
    ...takeoverApi.answerTakeover,
    ...afterTerms,
    params: z.object({ id, takeoverId: id }),
    body: takeoverAnswer,
    refusals: ['not-found', 'not-allowed-in-role', 'sign-in-too-old'],
  },
} as const satisfies Record<keyof typeof takeoverApi, ServedEndpoint>
