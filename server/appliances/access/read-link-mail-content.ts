import type { ApplianceType } from '#contract/appliance.ts'
import type { Queryable } from '#server/database/sql.ts'
import { displayNameOf } from '#server/identity/display-name.ts'
import { findHandoverByToken } from './handover/store.ts'
import { digestLinkToken } from './link-token.ts'
import { findInvitationByToken } from './store.ts'

/**
 * The content of the email with a link. `inviter` is null if that person has given no name. `city` is null if the
 * appliance has no address.
 */
export type LinkMailContent = {
  kind: 'invitation' | 'handover'
  inviter: string | null
  applianceType: ApplianceType
  city: string | null
  expiresAt: Date
}

/** Returns the content of a link at `now` (epoch ms); null if the link is not open. */
export async function readLinkMailContent(
  db: Queryable,
  { token, now }: { token: string; now: number },
): Promise<LinkMailContent | null> {
  const query = { tokenDigest: digestLinkToken(token), now }
  const handover = await findHandoverByToken(db, query)
  const content = handover ?? (await findInvitationByToken(db, query))
  if (!content?.isOpen) return null
  const { applianceType, city, expiresAt } = content
  return { kind: handover ? 'handover' : 'invitation', inviter: displayNameOf(content), applianceType, city, expiresAt }
}
