import type { ProgramEvent } from './store.ts'

/**
 * A grant whose events the drill knows. `isEnded`: whether its end was answered. `faults`: the number of faults of the
 * appliance that began and ended since the grant. `hasFault`: whether the appliance now has one more fault.
 */
export type WatchedGrant = {
  grantId: string
  gatewayId: string
  isEnded: boolean
  faults: number
  hasFault: boolean
}

/**
 * The ids of the events that the program received. `read`: from the log, in the order in which it read them.
 * `isWebhookDue`: whether the webhook of an event must have arrived by now.
 */
export type ReceivedByProgram = {
  read: readonly string[]
  delivered: ReadonlySet<string>
  isWebhookDue(id: string): boolean
}

/** Describes the events that are wrong in the log, or that the program did not receive as they are in the log. */
export function describeWrongEvents(
  log: readonly ProgramEvent[],
  grants: readonly WatchedGrant[],
  received: ReceivedByProgram,
): string[] {
  const typesOf = Map.groupBy(log, ({ grantId }) => grantId)
  const wrongGrants = grants.flatMap((grant) => {
    const types = (typesOf.get(grant.grantId) ?? []).map(({ type }) => type)
    return describeWrongGrant(grant, types) ?? []
  })
  return [...wrongGrants, ...describeWrongReading(log, received), ...describeMissingWebhooks(log, received)]
}

/** The end of a grant deletes its earlier events. */
function describeWrongGrant(grant: WatchedGrant, types: readonly string[]): string | undefined {
  const { grantId, gatewayId, isEnded, faults, hasFault } = grant
  if (isEnded)
    return types.join() === 'grant.ended'
      ? undefined
      : `the grant ${grantId} ended, and the log has ${types.join(', ')}`
  const count = (change: string): number => types.filter((type) => type.endsWith(`fault_${change}`)).length
  if (count('ended') === faults && count('began') === faults + (hasFault ? 1 : 0)) return undefined
  const now = hasFault ? 'has a fault' : 'has no fault'
  return `${gatewayId} ${now} after ${faults} faults, and the log has ${types.join(', ')}`
}

/** Skips events that were read and that the end of their grant has deleted since then. */
function describeWrongReading(log: readonly ProgramEvent[], { read }: ReceivedByProgram): string[] {
  const indexOf = new Map(log.map(({ id }, index) => [id, index]))
  const indices = read.flatMap((id) => indexOf.get(id) ?? [])
  const isInOrder = indices.every((index, number) => index === number)
  const unread = log.length - indices.length
  return [
    ...(isInOrder ? [] : ['the partner did not read the log in its order']),
    ...(unread > 0 ? [`the partner has not read ${unread} events`] : []),
  ]
}

function describeMissingWebhooks(
  log: readonly ProgramEvent[],
  { delivered, isWebhookDue }: ReceivedByProgram,
): string[] {
  const missing = log.filter(({ id }) => isWebhookDue(id) && !delivered.has(id))
  return missing.map(({ id, type }) => `no webhook had ${type} ${id}`)
}
