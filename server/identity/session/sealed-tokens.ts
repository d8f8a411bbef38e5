import { minuteMs } from '#contract/durations.ts'
import { digestOfToken } from '../store.ts'
import type { Sealer } from './sealer.ts'
import type { SealedTokens } from './store.ts'

/** The remaining lifetime in ms below which a token is renewed. Specification 9. */
const renewBeforeExpiryMs = minuteMs

export type UnsealedTokens = {
  accessToken: string
  /** The expiry of the access token, epoch ms. */
  accessExpiresAt: number
  idToken: string
  refreshToken: string | null
}

/** Encrypts tokens that were issued at `now` (epoch ms) for the columns of a session's row. */
export function sealTokens(
  tokens: UnsealedTokens,
  { sealer, row, now }: { sealer: Sealer; row: Buffer; now: number },
): SealedTokens {
  const { accessToken, idToken, refreshToken, accessExpiresAt } = tokens
  return {
    accessToken: sealer.seal(accessToken, { column: 'access_token', row }),
    accessDigest: digestOfToken(accessToken),
    idToken: sealer.seal(idToken, { column: 'id_token', row }),
    refreshToken: refreshToken === null ? null : sealer.seal(refreshToken, { column: 'refresh_token', row }),
    accessExpiresAt,
    renewAt: renewAtOf(accessExpiresAt, now),
    renewedAt: now,
  }
}

/**
 * Returns the time at which a token must be renewed: a minute before it expires. A token that is valid for less than
 * two minutes is renewed at half its lifetime, because otherwise every request would renew it.
 */
function renewAtOf(accessExpiresAt: number, now: number): number {
  return accessExpiresAt - Math.min(renewBeforeExpiryMs, (accessExpiresAt - now) / 2)
}

type SealedRow = { idDigest: Buffer; accessToken: Buffer; idToken: Buffer; refreshToken: Buffer | null }

/**
 * Decrypts the tokens of a session's row. Returns null if the tokens were encrypted with another key, because an
 * operator has changed the key.
 */
export function unsealTokens(session: SealedRow, sealer: Sealer): Omit<UnsealedTokens, 'accessExpiresAt'> | null {
  const row = session.idDigest
  const accessToken = sealer.open(session.accessToken, { column: 'access_token', row })
  const idToken = sealer.open(session.idToken, { column: 'id_token', row })
  if (accessToken === null || idToken === null) return null
  if (session.refreshToken === null) return { accessToken, idToken, refreshToken: null }
  const refreshToken = sealer.open(session.refreshToken, { column: 'refresh_token', row })
  return refreshToken === null ? null : { accessToken, idToken, refreshToken }
}
