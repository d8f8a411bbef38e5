import type { ApplianceType } from '#contract/appliance.ts'
import type { Queryable } from '#server/database/sql.ts'
import { shownNameOf } from '#server/identity/shown-name.ts'
import { findHandover } from './handover/store.ts'
import { digestOfLink } from './link-token.ts'
import { findInvitation } from './store.ts'

/** The content of the email with a link. `inviter` is null if that person has given no name, `city` without an address. */
export type LinkContent = {
  kind: 'invitation' | 'handover'
  inviter: string | null
  applianceType: ApplianceType
  city: string | null
  expiresAt: Date
}

/** What an open link leads to at `now` (epoch ms); null if it is not open any more. */
export async function readLink(
  db: Queryable,
  { token, now }: { token: string; now: number },
): Promise<LinkContent | null> {
  const wanted = { tokenDigest: digestOfLink(token), now }
  const handover = await findHandover(db, wanted)
  const found = handover ?? (await findInvitation(db, wanted))
  if (!found?.isOpen) return null
  const { applianceType, city, expiresAt } = found
  return { kind: handover ? 'handover' : 'invitation', inviter: shownNameOf(found), applianceType, city, expiresAt }
}
