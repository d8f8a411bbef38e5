import * as z from 'zod/mini'
import { partnerEvent, partnerEventTypes } from '#contract/partner-events.ts'

type Schema = Record<string, unknown>

const headers = ['webhook-id', 'webhook-timestamp', 'webhook-signature']

/**
 * Returns the section `webhooks` of the OpenAPI 3.1 document: each event, the test message, and the challenge.
 * Specification 27.7.
 */
export function createOpenApiWebhooks(): Schema {
  const event = z.toJSONSchema(partnerEvent, { io: 'output' })
  const test = z.toJSONSchema(z.extend(partnerEvent, { type: z.literal('endpoint.test') }), { io: 'output' })
  const challenge = { type: 'object', required: ['type', 'challenge'], properties: textsOf('type', 'challenge') }
  return {
    ...Object.fromEntries(partnerEventTypes.map((type) => [type, { post: operationOf(type, event) }])),
    'endpoint.test': { post: operationOf('endpoint.test', test) },
    'endpoint.challenge': {
      post: {
        ...operationOf('endpoint.challenge', challenge),
        responses: {
          '200': { description: 'The challenge', content: { 'text/plain': { schema: { type: 'string' } } } },
        },
      },
    },
  }
}

function operationOf(type: string, schema: Schema): Schema {
  return {
    operationId: `on-${type.replaceAll(/[._]/gu, '-')}`,
    summary: `Sent for ${type}`,
    description: `Signed by Standard Webhooks 1.0 with the secret of the endpoint, for ${type}.`,
    tags: ['endpoints'],
    security: [],
    parameters: headers.map((name) => ({ name, in: 'header', required: true, schema: { type: 'string' } })),
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { '2XX': { description: 'Received' }, '410': { description: 'Send nothing any more' } },
  }
}

function textsOf(...names: string[]): Schema {
  return Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
}
