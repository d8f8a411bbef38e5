import type { TokenIssuer } from '../../access-tokens.ts'

/** Half of the lifetime of a token of the partner API. */
const renewedAfterMs = 5 * 60_000
const answerTimeoutMs = 20_000

/** Returns the access tokens that a program gets from the portal by its secret. */
export function createPartnerTokens(portalUrl: string, clientId: string, clientSecret: string): TokenIssuer {
  let issued = { token: '', at: -Infinity }
  return {
    of: async () => {
      if (performance.now() - issued.at < renewedAfterMs) return issued.token
      const answer = await fetch(`${portalUrl}/oauth/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
        signal: AbortSignal.timeout(answerTimeoutMs),
      })
      if (!answer.ok) throw new Error(`The program got no token, but ${answer.status}.`)
      issued = { token: ((await answer.json()) as { access_token: string }).access_token, at: performance.now() }
      return issued.token
    },
  }
}
