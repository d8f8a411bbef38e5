import * as z from 'zod/mini'
import type { PartnerEndpoint } from './partner-api.ts'
import {
  webhookEndpointRequestBody,
  partnerDeliveries,
  partnerDelivery,
  partnerDeliveryQuery,
  webhookEndpoint,
  webhookEndpointPatch,
  webhookEndpointWithSecret,
  webhookEndpoints,
  webhookRecoverRequest,
  webhookRecoverAnswer,
} from './partner-webhooks.ts'

const one = z.object({ id: z.uuid({ error: 'pattern' }) })
const endpoint = '/partner/1/endpoints/:id'

/** The paths for webhooks. They need a token from client credentials. Specification 27.7. */
export const partnerWebhookApi = {
  listEndpoints: {
    method: 'GET',
    path: '/partner/1/endpoints',
    summary: 'The webhook endpoints of the client',
    token: 'client',
    answer: webhookEndpoints,
  },
  addEndpoint: {
    method: 'POST',
    path: '/partner/1/endpoints',
    summary: 'Adds a webhook endpoint and sends it a challenge',
    token: 'client',
    body: webhookEndpointRequestBody,
    answer: webhookEndpointWithSecret,
  },
  readEndpoint: {
    method: 'GET',
    path: endpoint,
    summary: 'One webhook endpoint',
    token: 'client',
    params: one,
    answer: webhookEndpoint,
  },
  changeEndpoint: {
    method: 'PATCH',
    path: endpoint,
    summary: 'Changes a webhook endpoint',
    token: 'client',
    params: one,
    body: webhookEndpointPatch,
    answer: webhookEndpoint,
  },
  removeEndpoint: {
    method: 'DELETE',
    path: endpoint,
    summary: 'Removes a webhook endpoint with its deliveries',
    token: 'client',
    params: one,
    answer: null,
  },
  testEndpoint: {
    method: 'POST',
    path: `${endpoint}/test`,
    summary: 'Sends a test event, or the challenge again to an endpoint that has not proven itself',
    token: 'client',
    params: one,
    answer: partnerDelivery,
  },
  rotateSecret: {
    method: 'POST',
    path: `${endpoint}/rotate-secret`,
    summary: 'Makes a new secret; the former one also signs for 24 hours',
    token: 'client',
    params: one,
    answer: webhookEndpointWithSecret,
  },
  recoverEndpoint: {
    method: 'POST',
    path: `${endpoint}/recover`,
    summary: 'Sends events since a moment that were not delivered',
    token: 'client',
    params: one,
    body: webhookRecoverRequest,
    answer: webhookRecoverAnswer,
  },
  listDeliveries: {
    method: 'GET',
    path: '/partner/1/deliveries',
    summary: 'Deliveries with their last answer, newest first',
    token: 'client',
    query: partnerDeliveryQuery,
    answer: partnerDeliveries,
  },
  resendDelivery: {
    method: 'POST',
    path: '/partner/1/deliveries/:id/resend',
    summary: 'Sends a delivery again',
    token: 'client',
    params: one,
    answer: partnerDelivery,
  },
} as const satisfies Record<string, PartnerEndpoint>
