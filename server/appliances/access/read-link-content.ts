import type { ApplianceType } from '#contract/appliance.ts'
import type { Queryable } from '#server/database/sql.ts'
import { shownNameOf } from '#server/identity/shown-name.ts'
import { findHandover } from './handover/store.ts'
import { digestLinkToken } from './link-token.ts'
import { findInvitation } from './store.ts'

/**
 * The content of the email with a link. `inviter` is null if that person has given no name. `city` is null if the
 * appliance has no address.
 */
export type LinkContent = {
  kind: 'invitation' | 'handover'
  inviter: string | null
  applianceType: ApplianceType
  city: string | null
  expiresAt: Date
}

/** Returns the content of a link at `now` (epoch ms); null if the link is not open. */
export async function readLinkContent(
  db: Queryable,
  { token, now }: { token: string; now: number },
): Promise<LinkContent | null> {
  const query = { tokenDigest: digestLinkToken(token), now }
  const handover = await findHandover(db, query)
  const content = handover ?? (await findInvitation(db, query))
  if (!content?.isOpen) return null
  const { applianceType, city, expiresAt } = content
  return { kind: handover ? 'handover' : 'invitation', inviter: shownNameOf(content), applianceType, city, expiresAt }
}
