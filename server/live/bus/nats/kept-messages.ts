import type { Pool } from 'pg'
import type { BusMessage } from '../bus.ts'
import { type KeptMessages, readHorizon, readKeptSince } from './store.ts'

export type KeptReader = {
  /** Records a received message; returns false if it was already found or received. */
  receive(kept: string): boolean
  /** Resolves once every later commit will be found. */
  begin(): Promise<void>
  /** The messages of all commits since the last poll that were not received; null if there are too many. */
  poll(): Promise<BusMessage[] | null>
}

/** More commits than thousands of people cause in some seconds. */
const commitsPerPoll = 5_000

/** Finds stored messages that were not received. Returns each one once. */
export function createKeptReader(pool: Pool): KeptReader {
  let horizon: string | undefined
  /** Messages that the next poll may find again. */
  let processed = new Set<string>()
  let receivedSince = new Set<string>()

  function receive(kept: string): boolean {
    if (processed.has(kept)) return false
    processed.add(kept)
    receivedSince.add(kept)
    return true
  }

  // A long transaction holds the horizon back, so messages that were committed before this call are also read; they are
  // not new.
  async function begin(): Promise<void> {
    const { kept, horizon: next } = await readKeptSince(pool, await readHorizon(pool), commitsPerPoll)
    horizon = next
    processed = new Set(kept.flatMap(withKeptIds).map(({ name }) => name))
  }

  async function poll(): Promise<BusMessage[] | null> {
    if (horizon === undefined) throw new Error('It has to begin first')
    receivedSince = new Set()
    const { kept, horizon: next } = await readKeptSince(pool, horizon, commitsPerPoll)
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

/** Identifies one of the messages that a commit has stored. */
export function keptMessageId(id: string, index: number): string {
  return `${id}/${index}`
}
