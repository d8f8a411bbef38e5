import * as z from 'zod/mini'
import { historyQuery } from './history-query.ts'
import { history } from './history.ts'
import { partnerEventQuery, partnerEvents } from './partner-events.ts'
import {
  partnerAppliance,
  partnerAppliances,
  partnerFaults,
  partnerGrant,
  partnerGrants,
  partnerListQuery,
  partnerReadings,
} from './partner.ts'
import { sandboxApi } from './sandbox-api.ts'
import { partnerWebhookApi } from './partner-webhook-api.ts'
import type { SharedDatatype } from './sharing.ts'

/**
 * The kind of access token that a path accepts.
 * - `grant`: only a token from a person's consent.
 * - `client`: only a token from client credentials.
 * - `any`: a token of either kind.
 */
export type AcceptedPartnerToken = 'grant' | 'client' | 'any'

/** A path of the partner API. `needs`: the kind of data that the grant must share. Specification 27.5. */
export type PartnerEndpoint = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: `/partner/1/${string}`
  summary: string
  token: AcceptedPartnerToken
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  answer: z.ZodMiniType | null
  needs?: SharedDatatype
}

const idParams = z.object({ id: z.uuid({ error: 'pattern' }) })
const appliance = '/partner/1/appliances/:id'

/** The endpoints of the partner API, for the server, the OpenAPI document and the developer page. */
export const partnerApi = {
  listAppliances: {
    method: 'GET',
    path: '/partner/1/appliances',
    summary: 'The appliances that people share with the client',
    token: 'grant',
    query: partnerListQuery,
    answer: partnerAppliances,
  },
  readAppliance: {
    method: 'GET',
    path: appliance,
    summary: 'One appliance with its status',
    token: 'grant',
    params: idParams,
    answer: partnerAppliance,
  },
  readReadings: {
    method: 'GET',
    path: `${appliance}/readings`,
    summary: 'The latest values',
    token: 'grant',
    params: idParams,
    answer: partnerReadings,
    needs: 'status',
  },
  readHistory: {
    method: 'GET',
    path: `${appliance}/history`,
    summary: 'Values, statuses and faults of a range',
    token: 'grant',
    params: idParams,
    query: historyQuery,
    answer: history,
    needs: 'history',
  },
  readFaults: {
    method: 'GET',
    path: `${appliance}/faults`,
    summary: 'The faults of the last 30 days, newest first',
    token: 'grant',
    params: idParams,
    answer: partnerFaults,
    needs: 'faults',
  },
  listEvents: {
    method: 'GET',
    path: '/partner/1/events',
    summary:
      'The events of 30 days after a cursor, also as server-sent events: of one grant, or with all=true and a token by client credentials of all grants',
    token: 'any',
    query: partnerEventQuery,
    answer: partnerEvents,
  },
  listGrants: {
    method: 'GET',
    path: '/partner/1/grants',
    summary: 'The grants of the access token',
    token: 'grant',
    answer: partnerGrants,
  },
  readGrant: {
    method: 'GET',
    path: '/partner/1/grants/:id',
    summary: 'One grant',
    token: 'grant',
    params: idParams,
    answer: partnerGrant,
  },
  endGrant: {
    method: 'DELETE',
    path: '/partner/1/grants/:id',
    summary: 'Gives a grant back',
    token: 'grant',
    params: idParams,
    answer: null,
  },
  ...sandboxApi,
  ...partnerWebhookApi,
} as const satisfies Record<string, PartnerEndpoint>

export type PartnerApi = typeof partnerApi
