import type { Endpoint } from './endpoint.ts'
import { takeover, takeoverList } from './takeover.ts'

const takeoversPath = '/api/2/connections/takeovers'

/**
 * The paths of /api/2 about takeovers, by which a person who moved in becomes the owner of an appliance.
 * Specification 26.9.
 */
export const takeoverApi = {
  startTakeover: { method: 'POST', path: takeoversPath, access: 'gateway.claiming', answer: takeover },
  listTakeovers: { method: 'GET', path: takeoversPath, access: 'gateway.claiming', answer: takeoverList },
  readTakeover: { method: 'GET', path: `${takeoversPath}/:takeoverId`, access: 'gateway.claiming', answer: takeover },
  cancelTakeover: { method: 'DELETE', path: `${takeoversPath}/:takeoverId`, access: 'gateway.claiming', answer: null },
  answerTakeover: {
    method: 'POST',
    path: '/api/2/connections/:id/access/takeovers/:takeoverId',
    access: 'gateway.users',
    answer: null,
  },
} as const satisfies Record<string, Endpoint>
