import type { Notice, NoticeEvent } from '#contract/notices.ts'

/**
 * Returns the ids of the notices that need an action of the person. Omits a notice if a later notice settles its
 * matter. `notices` are sorted newest first.
 */
export function findActionableNoticeIds(notices: readonly Notice[]): ReadonlySet<string> {
  const settledIds = new Set<string>()
  const needingIds = new Set<string>()
  for (const { id, event, connectionId } of notices) {
    const settles = settledBy(event, connectionId)
    if (settles !== null) settledIds.add(settles)
    const subject = neededFor(event, connectionId)
    if (subject !== null && !settledIds.has(subject)) needingIds.add(id)
  }
  return needingIds
}

/**
 * Returns a key for the matter that an event settles, such as a fault of an appliance; null if the event settles no
 * matter.
 */
function settledBy(event: NoticeEvent, connectionId: string | null): string | null {
  if (event.kind === 'fault-ended') return `fault ${connectionId} ${event.code}`
  if (event.kind === 'back-online') return `offline ${connectionId}`
  if (event.kind === 'export-ready') return `export ${event.exportId}`
  if (event.kind === 'contract-answered' && event.isAccepted) return `contract ${connectionId} ${event.companyType}`
  return null
}

/** Returns a key for the matter that needs an action of the person; null if the event only informs. */
function neededFor(event: NoticeEvent, connectionId: string | null): string | null {
  const { kind } = event
  if (kind === 'fault-began' || kind === 'warning-lasts' || kind === 'fault-recurs')
    return `fault ${connectionId} ${event.code}`
  if (kind === 'offline') return `offline ${connectionId}`
  if (kind === 'export-failed') return `export ${event.exportId}`
  if (kind === 'contract-answered' && !event.isAccepted) return `contract ${connectionId} ${event.companyType}`
  return kind === 'consent-changed' || kind === 'mail-undeliverable' ? kind : null
}
