import type { Pool } from 'pg'
import type { BusMessage } from '../bus.ts'
import { type KeptMessages, readTransactionHorizon, readKeptMessagesSince } from './store.ts'

export type KeptMessageReader = {
  /** Records a received message. Returns false if the same message was received or found before. */
  receive(kept: string): boolean
  /** Resolves once later polls will find the messages of every later commit. */
  begin(): Promise<void>
  /** Returns the messages of all commits since the last poll that were not received; null if there are too many. */
  poll(): Promise<BusMessage[] | null>
}

/** The maximum number of commits that a poll reads: more than thousands of people cause in some seconds. */
const commitsPerPoll = 5_000

/** Finds stored messages that NATS did not deliver. Returns each one once. */
export function createKeptMessageReader(pool: Pool): KeptMessageReader {
  let horizon: string | undefined
  /** Ids of processed messages that the next poll may find again. */
  let processed = new Set<string>()
  let receivedSince = new Set<string>()

  function receive(kept: string): boolean {
    if (processed.has(kept)) return false
    processed.add(kept)
    receivedSince.add(kept)
    return true
  }

  // If a long transaction holds the horizon back, this also reads messages that were committed before this call. They
  // count as processed.
  async function begin(): Promise<void> {
    const { kept, horizon: next } = await readKeptMessagesSince(
      pool,
      await readTransactionHorizon(pool),
      commitsPerPoll,
    )
    horizon = next
    processed = new Set(kept.flatMap(withKeptIds).map(({ name }) => name))
  }

  async function poll(): Promise<BusMessage[] | null> {
    if (horizon === undefined) throw new Error('It has to begin first')
    receivedSince = new Set()
    const { kept, horizon: next } = await readKeptMessagesSince(pool, horizon, commitsPerPoll)
    horizon = next
    const read = kept.flatMap(withKeptIds)
    const missed = read.filter(({ name }) => !processed.has(name)).map(({ message }) => message)
    processed = new Set([...receivedSince, ...read.map(({ name }) => name)])
    return kept.length < commitsPerPoll ? missed : null
  }

  return { receive, begin, poll }
}

function withKeptIds({ id, messages }: KeptMessages): { name: string; message: BusMessage }[] {
  return messages.map((message, index) => ({ name: keptMessageId(id, index), message }))
}

/** Returns the id of one of the messages that a commit has stored: the row's id and the message's index in it. */
export function keptMessageId(id: string, index: number): string {
  return `${id}/${index}`
}
