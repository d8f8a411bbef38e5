import * as z from 'zod/mini'
import type { Country } from '#contract/countries.ts'
import { minuteMs } from '#contract/durations.ts'
import type { Language } from '#contract/languages.ts'
import type { Clock } from '#server/clock.ts'
import { Refusal } from '#server/http/refusals.ts'
import { sanitiseLegalHtml } from './sanitise-legal-html.ts'

export type PolicyKind = 'imprint' | 'privacy'

/** Identifies a document of the policies service. */
export type PolicyId = { kind: PolicyKind; country: Country; language: Language }

/**
 * Reads documents as sanitised HTML. `read` returns null if the service has no document with this id.
 * @throws Refusal `unavailable`
 */
export type PoliciesService = {
  read(id: PolicyId): Promise<string | null>
  clearCache(): void
}

export type PoliciesServiceDependencies = { url: string; clock: Clock; fetch?: typeof fetch }

/** The time limit in ms for an answer of the service. Specification 17.1. */
const withinMs = 5_000
const maxAnswerBytes = 1_000_000
const cacheMs = 10 * minuteMs
const maxCachedDocuments = 200

const answerSchema = z.object({ text: z.string().check(z.maxLength(maxAnswerBytes)) })

type CachedPolicy = { html: string | null; at: number }

/**
 * Creates a client of the policies service, which has imprint and privacy statement. Answers are cached for ten
 * minutes. While the service is down, the client uses the cached answers. Specification 2.5 and 7.
 */
export function createPoliciesService({
  url,
  clock,
  fetch: request = fetch,
}: PoliciesServiceDependencies): PoliciesService {
  const cache = new Map<string, CachedPolicy>()

  async function read({ kind, country, language }: PolicyId): Promise<string | null> {
    const path = `${kind}/${country}/${language}`
    const cachedPolicy = cache.get(path)
    if (cachedPolicy && clock.now() - cachedPolicy.at < cacheMs) return cachedPolicy.html
    try {
      const html = await load(request, `${url.replace(/\/+$/u, '')}/${path}`)
      if (cache.size >= maxCachedDocuments) cache.clear()
      cache.set(path, { html, at: clock.now() })
      return html
    } catch (error) {
      if (cachedPolicy) return cachedPolicy.html
      throw new Refusal('unavailable', { cause: error })
    }
  }

  return { read, clearCache: () => cache.clear() }
}

const notFoundStatus = 404

async function load(request: typeof fetch, url: string): Promise<string | null> {
  const answer = await request(url, {
    redirect: 'error',
    signal: AbortSignal.timeout(withinMs),
    headers: { accept: 'application/json' },
  })
  if (answer.status === notFoundStatus) return null
  if (!answer.ok) throw new Error(`the policies service answered ${answer.status}`)
  return sanitiseLegalHtml(answerSchema.parse(JSON.parse(await readLimited(answer))).text)
}

/**
 * Reads the body of an answer as text.
 * @throws Error if the body is longer than `maxAnswerBytes`
 */
async function readLimited(answer: Response): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > maxAnswerBytes) throw new Error('the policies service answered too much')
  }
  return text + decoder.decode()
}
