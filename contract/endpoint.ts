import type * as z from 'zod/mini'
import type { RefusalCode } from './refusals.ts'
import type { Scope } from './scopes.ts'

/**
 * An endpoint of the API: its access, its input, its answer, and its refusals in addition to those of every endpoint.
 * Specification 13.2.
 *
 * - `access`: `public` needs no token, `token` any valid one, a scope a token with that scope.
 * - `terms`: whether it answers 412 until terms are accepted and a country is set.
 * - `answer`: null for no content, `file` for a file.
 * - `cacheS`: how many seconds any cache may store the answer; without it no cache may.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/api/2/${string}`
  access: 'public' | 'token' | Scope
  terms: boolean
  params: z.ZodMiniType | null
  query: z.ZodMiniType | null
  body: z.ZodMiniType | null
  answer: z.ZodMiniType | 'file' | null
  refusals: readonly RefusalCode[]
  cacheS?: number
}

/** An endpoint that answers JSON or no content. */
export type JsonEndpoint = Endpoint & { answer: z.ZodMiniType | null }

/** An endpoint that answers a file. */
export type FileEndpoint = Endpoint & { answer: 'file' }

type Parsed<Schema> = Schema extends z.ZodMiniType ? z.infer<Schema> : undefined

type Written<Schema> = Schema extends z.ZodMiniType ? z.input<Schema> : undefined

export type Params<E extends Endpoint> = Parsed<E['params']>
export type Query<E extends Endpoint> = Parsed<E['query']>
export type Body<E extends Endpoint> = Parsed<E['body']>
export type Answer<E extends Endpoint> = Parsed<E['answer']>

/** The input of a call, before the server parses it. */
export type CallInput<E extends Endpoint> = {
  params: Written<E['params']>
  query: Written<E['query']>
  body: Written<E['body']>
}
