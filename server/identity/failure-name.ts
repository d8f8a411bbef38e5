import { errors } from 'jose'
import { AuthorizationResponseError, ResponseBodyError } from 'openid-client'
import { Refusal } from '#server/http/refusals.ts'

const plainCode = /^[A-Za-z][\w-]{0,63}$/

/**
 * One word for what went wrong at the provider, safe to log: the messages and causes of these errors may quote
 * tokens, and the provider's own words come from outside. Security 17.
 */
export function failureName(error: unknown): string {
  const word = wordOf(error)
  return plainCode.test(word) ? word : 'unnamed'
}

function wordOf(error: unknown): string {
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError) return error.error
  if (error instanceof Refusal) return error.kind
  if (error instanceof errors.JOSEError) return error.code
  if (!(error instanceof Error)) return 'unnamed'
  return codeOf(error) ?? codeOf(error.cause) ?? error.name
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
