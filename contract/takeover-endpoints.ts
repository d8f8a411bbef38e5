import * as z from 'zod/mini'
import { termsRequired, type ServedEndpoint } from './endpoint.ts'
import { takeoverApi } from './takeover-api.ts'
import { takeoverAnswer, takeoverWrite } from './takeover.ts'
import { id } from './text.ts'

const takeoverId = z.object({ takeoverId: id })

/** The endpoints of `takeoverApi` with the inputs and refusals that only the server needs. Specification 26.9. */
export const takeoverEndpoints = {
  startTakeover: {
    ...takeoverApi.startTakeover,
    ...termsRequired,
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
  listTakeovers: { ...takeoverApi.listTakeovers, ...termsRequired },
  readTakeover: { ...takeoverApi.readTakeover, ...termsRequired, params: takeoverId, refusals: ['not-found'] },
  cancelTakeover: { ...takeoverApi.cancelTakeover, ...termsRequired, params: takeoverId, refusals: ['not-found'] },
  answerTakeover: {
    ...takeoverApi.answerTakeover,
    ...termsRequired,
    params: z.object({ id, takeoverId: id }),
    body: takeoverAnswer,
    refusals: ['not-found', 'not-allowed-in-role', 'sign-in-too-old'],
  },
} as const satisfies Record<keyof typeof takeoverApi, ServedEndpoint>
