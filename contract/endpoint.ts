import type * as z from 'zod/mini'
import type { RefusalCode } from './refusals.ts'
import type { Scope } from './scopes.ts'

/**
 * One path of the API, with the properties that both page and server need. Specification 13.2.
 *
 * - `access`: `public` needs no token; `token` needs any valid token; a scope needs a token with that scope.
 * - `answer`: the schema of the body; null for no content, `file` for a file.
 * - `isAnswerSecret`: the answer has a secret that the portal does not store. The portal cannot repeat such an answer,
 *   so the request takes no Idempotency-Key.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/api/2/${string}`
  access: 'public' | 'token' | Scope
  answer: z.ZodMiniType | 'file' | null
  isAnswerSecret?: true
  /** Set if the server does the work later and therefore answers 202. RFC 9110, section 15.3.3. */
  isLater?: true
  /** The body of a 202 answer, which replaces `answer` if another person must accept the request first. */
  waiting?: z.ZodMiniType
}

/**
 * An endpoint with the additional properties that only the server needs. These properties are separate, because their
 * schemas would enlarge the first view of the portal.
 *
 * - `terms`: whether the path answers 412 until the person has accepted the terms and set a country.
 * - `refusals`: the possible refusals, in addition to those of every path.
 * - `cacheS`: the number of seconds for which a cache may store the answer. Without `cacheS`, no cache may store the
 *   answer.
 */
export type ServerEndpoint = Endpoint & {
  terms: boolean
  params: z.ZodMiniType | null
  query: z.ZodMiniType | null
  body: z.ZodMiniType | null
  refusals: readonly RefusalCode[]
  cacheS?: number
}

const noInputs = { terms: true, params: null, query: null, body: null, refusals: [] } as const

type ServerProperties = Partial<Omit<ServerEndpoint, keyof Endpoint>>

type WithInputs<E extends Endpoint, Properties extends ServerProperties> = E &
  Omit<typeof noInputs, keyof Properties> &
  Properties

type PropertiesOf<Endpoints> = Record<keyof Endpoints, ServerProperties>

/** Makes properties that `Allowed` lacks an error. TypeScript checks no excess properties of a type parameter. */
type NoOthers<Given, Allowed> = { [Name in Exclude<keyof Given, keyof Allowed>]: never }

/**
 * Adds the properties that only the server needs to endpoints. By default, an endpoint requires accepted terms and a
 * country, and has no input and no additional refusals.
 */
export function addInputs<const All extends Record<string, Endpoint>, const Properties extends PropertiesOf<All>>(
  endpoints: All,
  properties: Properties &
    NoOthers<Properties, All> & { [Name in keyof All]: NoOthers<Properties[Name], ServerProperties> },
): { [Name in keyof All]: WithInputs<All[Name], Properties[Name]> } {
  const added = Object.entries(endpoints).map(([name, endpoint]) => [
    name,
    { ...endpoint, ...noInputs, ...properties[name] },
  ])
  return Object.fromEntries(added)
}

/** An endpoint that answers JSON or no content. */
export type JsonEndpoint = Endpoint & { answer: z.ZodMiniType | null }

/** An endpoint that answers a file. */
export type FileEndpoint = Endpoint & { answer: 'file' }

type Parsed<Schema> = Schema extends z.ZodMiniType ? z.infer<Schema> : undefined

type Written<Schema> = Schema extends z.ZodMiniType ? z.input<Schema> : undefined

export type ParamsOf<E extends ServerEndpoint> = Parsed<E['params']>
export type QueryOf<E extends ServerEndpoint> = Parsed<E['query']>
export type BodyOf<E extends ServerEndpoint> = Parsed<E['body']>

/** The value that an endpoint answers; void for no content. */
export type AnswerOf<E extends Pick<Endpoint, 'answer'>> =
  | (E['answer'] extends z.ZodMiniType ? z.infer<E['answer']> : void)
  | (E extends { waiting: infer W } ? Parsed<W> : never)

/** The values that a caller passes for a request, before the server parses them. */
export type UnparsedRequest<E extends ServerEndpoint> = {
  params: Written<E['params']>
  query: Written<E['query']>
  body: Written<E['body']>
}
