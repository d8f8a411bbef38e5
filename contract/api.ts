import * as z from 'zod/mini'
import { user } from './account.ts'
import { connection, connectionList } from './appliance.ts'
import { claim } from './claim.ts'
import { clientLogEntry } from './client-log.ts'
import type { Endpoint } from './endpoint.ts'
import { subscriptions } from './push.ts'
import { commaJoined } from './text.ts'

const brandQuery = z.object({ brand: z.optional(commaJoined) })

const connectionId = z.object({ id: z.uuid() })

/** Every path of /api/2. Server, client and OpenAPI document come from this table. Specification 7, decisions 4. */
export const api = {
  listConnections: {
    method: 'GET',
    path: '/api/2/connections',
    summary: 'The appliances of the signed-in user, newest first',
    access: 'gateway.list',
    terms: true,
    params: null,
    query: brandQuery,
    body: null,
    answer: connectionList,
    refusals: [],
  },
  readConnection: {
    method: 'GET',
    path: '/api/2/connections/:id',
    summary: 'One appliance of the signed-in user',
    access: 'gateway.list',
    terms: true,
    params: connectionId,
    query: brandQuery,
    body: null,
    answer: connection,
    refusals: ['not-found'],
  },
  addConnection: {
    method: 'POST',
    path: '/api/2/connections',
    summary: 'Claims a gateway with the codes on its sticker',
    access: 'gateway.claiming',
    terms: true,
    params: null,
    query: null,
    body: claim,
    answer: connection,
    refusals: ['credentials-rejected', 'already-added'],
  },
  deleteConnection: {
    method: 'DELETE',
    path: '/api/2/connections/:id',
    summary: "Removes an appliance from the user's list; the owner's deletion ends its contracts and address",
    access: 'gateway.removal',
    terms: true,
    params: connectionId,
    query: null,
    body: null,
    answer: null,
    refusals: ['not-found'],
  },
  readUser: {
    method: 'GET',
    path: '/api/2/users/me',
    summary: 'The signed-in user',
    access: 'gateway.users',
    terms: false,
    params: null,
    query: null,
    body: null,
    answer: user,
    refusals: [],
  },
  subscribe: {
    method: 'POST',
    path: '/api/2/subscriptions',
    summary: 'Replaces what the user hears of on the event bus',
    access: 'resource',
    terms: true,
    params: null,
    query: null,
    body: subscriptions,
    answer: subscriptions,
    refusals: ['not-found'],
  },
  unsubscribe: {
    method: 'DELETE',
    path: '/api/2/subscriptions',
    summary: 'Removes all subscriptions of the user',
    access: 'resource',
    terms: true,
    params: null,
    query: null,
    body: null,
    answer: null,
    refusals: [],
  },
  writeClientLog: {
    method: 'POST',
    path: '/api/2/logger',
    summary: 'Takes a warning or an error of the page',
    access: 'public',
    terms: false,
    params: null,
    query: null,
    body: clientLogEntry,
    answer: null,
    refusals: [],
  },
} as const satisfies Record<string, Endpoint>

export type Api = typeof api
