import * as z from 'zod/mini'
import { historyPoint } from '#contract/history.ts'
import { type AcceptedPartnerToken, type PartnerApi, type PartnerEndpoint, partnerApi } from '#contract/partner-api.ts'
import { partnerProblem } from '#contract/partner.ts'
import { describeParametersIn, describePaths, describeProblem, idempotencyParameter } from '#server/http/openapi.ts'
import { refusalStatusOf, successStatusOf } from '#server/http/refusals.ts'
import { createOpenApiWebhooks } from './openapi-webhooks.ts'
import { maxProofLength } from './dpop-proof.ts'

type Schema = Record<string, unknown>

const refusals = [
  'malformed',
  'unauthenticated',
  'insufficient-scope',
  'not-found',
  'rule-broken',
  'too-many-requests',
  'unavailable',
] as const

/** Returns the OpenAPI 3.1 document of the partner API. Specification 27.5. */
export function createPartnerOpenApiDocument(publicUrl: string): Schema {
  const endpoints = Object.entries(partnerApi) as [keyof PartnerApi, PartnerEndpoint][]
  return {
    openapi: '3.1.1',
    info: {
      title: 'Gateway portal for third parties',
      version: '1',
      description: 'Data of heating appliances that their owners share. Read only.',
      contact: { name: 'Developers', url: `${publicUrl}/developers` },
      license: { name: 'Terms for third parties', url: `${publicUrl}/developers` },
    },
    servers: [{ url: publicUrl }],
    tags: [
      { name: 'appliances', description: 'Shared appliances' },
      { name: 'events', description: 'Changes of appliances and grants' },
      { name: 'grants', description: 'Consents' },
      { name: 'sandbox', description: 'Test appliances of the client' },
      { name: 'endpoints', description: 'Webhook endpoints' },
      { name: 'deliveries', description: 'Deliveries of webhooks' },
    ],
    paths: describePaths(endpoints, operation),
    webhooks: createOpenApiWebhooks(),
    components: {
      schemas: { Problem: z.toJSONSchema(partnerProblem, { io: 'output' }) },
      securitySchemes: {
        owner: {
          type: 'oauth2',
          description: 'The access token of a grant',
          flows: {
            authorizationCode: {
              authorizationUrl: `${publicUrl}/oauth/authorize`,
              tokenUrl: `${publicUrl}/oauth/token`,
              scopes: {},
            },
          },
        },
        client: {
          type: 'oauth2',
          description: 'An access token by client credentials',
          flows: { clientCredentials: { tokenUrl: `${publicUrl}/oauth/token`, scopes: {} } },
        },
        dpop: {
          type: 'http',
          scheme: 'DPoP',
          description: 'A token of either kind that is bound to a key, with a new proof in the header DPoP. RFC 9449',
        },
      },
    },
  }
}

function operation(operationId: string, endpoint: PartnerEndpoint): Schema {
  const { method, path, summary, token, params, query, body, answer } = endpoint
  const success = String(successStatusOf(method, answer !== null))
  const isKeyed = method === 'POST'
  const problems = [...refusals, ...(isKeyed ? (['in-progress'] as const) : [])].map(
    (kind) => [String(refusalStatusOf(kind)), describeProblem(kind)] as const,
  )
  return {
    operationId,
    summary,
    description: `${summary}.`,
    tags: [path.split('/')[3] ?? ''],
    security: schemesOf[token].map((scheme) => ({ [scheme]: [] })),
    parameters: [
      ...describeParametersIn('path', params),
      ...describeParametersIn('query', query),
      ...(isKeyed ? [idempotencyParameter] : []),
      proofParameter,
    ],
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: z.toJSONSchema(body, { io: 'input' }) } },
      },
    }),
    responses: {
      [success]: {
        description: 'Done',
        ...(answer && { content: { 'application/json': { schema: schemaOfAnswer(answer) } } }),
      },
      ...Object.fromEntries(problems),
    },
  }
}

/** The four numbers of a history point, which has no names itself, because names would be most of a long answer. */
const historyPointMembers = [
  { type: 'number', title: 'start', description: 'The start of the step, in epoch seconds' },
  { type: 'number', title: 'min', description: 'The lowest value in the step' },
  { type: 'number', title: 'max', description: 'The highest value in the step' },
  { type: 'number', title: 'last', description: 'The last value in the step' },
] as const

/**
 * Returns the schema of an answer. For a tuple, Zod writes `items: false`, which tools for OpenAPI 3.0 reject.
 * `maxItems` has the same meaning, so `items` becomes `{}`.
 */
function schemaOfAnswer(answer: z.ZodMiniType): Schema {
  return z.toJSONSchema(answer, {
    io: 'output',
    override: ({ zodSchema, jsonSchema }) => {
      if ((zodSchema as unknown) === historyPoint) jsonSchema.prefixItems = [...historyPointMembers]
      if (jsonSchema.prefixItems) jsonSchema.items ||= {}
    },
  })
}

const schemesOf: Readonly<Record<AcceptedPartnerToken, readonly string[]>> = {
  grant: ['owner', 'dpop'],
  client: ['client', 'dpop'],
  any: ['owner', 'client', 'dpop'],
}

const proofParameter: Schema = {
  name: 'DPoP',
  in: 'header',
  required: false,
  description: 'The proof for a token that is bound to a key: a JWT for this request only. RFC 9449, section 4',
  schema: { type: 'string', maxLength: maxProofLength },
}
