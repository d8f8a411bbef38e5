import type { Pool } from 'pg'
import type { BusMessage } from '../bus.ts'
import { type StoredPublication, readTransactionHorizon, readStoredMessagesSince } from './store.ts'

export type MissedMessageFinder = {
  /** Records a received message by its id. Returns false if the message was already received, or found by a poll. */
  receive(kept: string): boolean
  /** Starts the search: resolves once later polls will find the messages of all later commits. */
  begin(): Promise<void>
  /** Returns the messages of commits since the last poll that NATS did not deliver; null if there are too many. */
  poll(): Promise<BusMessage[] | null>
}

/** The maximum number of commits that a poll reads. Even thousands of people cause fewer commits between two polls. */
const commitsPerPoll = 5_000

/** Creates an object that finds stored messages that NATS did not deliver. It returns each message once. */
export function createMissedMessageFinder(pool: Pool): MissedMessageFinder {
  let horizon: string | undefined
  /** Ids of processed messages that the next poll may find again. */
  let processedIds = new Set<string>()
  let receivedSince = new Set<string>()

  function receive(keptId: string): boolean {
    if (processedIds.has(keptId)) return false
    processedIds.add(keptId)
    receivedSince.add(keptId)
    return true
  }

  // A long transaction can hold the horizon back. This function then also reads messages that were committed before it
  // was called, and they count as processed.
  async function begin(): Promise<void> {
    const { kept, horizon: next } = await readStoredMessagesSince(
      pool,
      await readTransactionHorizon(pool),
      commitsPerPoll,
    )
    horizon = next
    processedIds = new Set(kept.flatMap(withKeptIds).map(({ name }) => name))
  }

  async function poll(): Promise<BusMessage[] | null> {
    if (horizon === undefined) throw new Error('It has to begin first')
    receivedSince = new Set()
    const { kept, horizon: next } = await readStoredMessagesSince(pool, horizon, commitsPerPoll)
    horizon = next
    const readMessages = kept.flatMap(withKeptIds)
    const busMessages = readMessages.filter(({ name }) => !processedIds.has(name)).map(({ message }) => message)
    processedIds = new Set([...receivedSince, ...readMessages.map(({ name }) => name)])
    return kept.length < commitsPerPoll ? busMessages : null
  }

  return { receive, begin, poll }
}

function withKeptIds({ id, messages }: StoredPublication): { name: string; message: BusMessage }[] {
  return messages.map((message, index) => ({ name: storedMessageId(id, index), message }))
}

/** Returns the id of a stored message: the id of its row and its index in the row. */
export function storedMessageId(id: string, index: number): string {
  return `${id}/${index}`
}
