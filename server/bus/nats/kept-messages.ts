import type { Pool } from 'pg'
import type { BusMessage } from '../bus.ts'
import { type KeptMessages, readHorizon, readKeptSince } from './store.ts'

export type KeptReader = {
  /** Records a received message; returns false if it was already found or received. */
  hear(kept: string): boolean
  /** Resolves once every later commit will be found. */
  begin(): Promise<void>
  /** The messages of all commits since the last poll that were not received; null if there are too many. */
  look(): Promise<BusMessage[] | null>
}

/** More than thousands of people cause in some seconds. */
const commitsPerLook = 5_000

/** Finds stored messages that were not received. Returns each one once. */
export function createKeptReader(pool: Pool): KeptReader {
  let horizon: string | undefined
  /** Messages that the next poll may find again. */
  let known = new Set<string>()
  let heardSince = new Set<string>()

  function hear(kept: string): boolean {
    if (known.has(kept)) return false
    known.add(kept)
    heardSince.add(kept)
    return true
  }

  // A long transaction holds the horizon back, so messages that were committed before this call are also read; they are
  // not new.
  async function begin(): Promise<void> {
    const { kept, horizon: next } = await readKeptSince(pool, await readHorizon(pool), commitsPerLook)
    horizon = next
    known = new Set(kept.flatMap(named).map(({ name }) => name))
  }

  async function look(): Promise<BusMessage[] | null> {
    if (horizon === undefined) throw new Error('It has to begin first')
    heardSince = new Set()
    const { kept, horizon: next } = await readKeptSince(pool, horizon, commitsPerLook)
    horizon = next
    const read = kept.flatMap(named)
    const unheard = read.filter(({ name }) => !known.has(name)).map(({ message }) => message)
    known = new Set([...heardSince, ...read.map(({ name }) => name)])
    return kept.length < commitsPerLook ? unheard : null
  }

  return { hear, begin, look }
}

function named({ id, messages }: KeptMessages): { name: string; message: BusMessage }[] {
  return messages.map((message, index) => ({ name: keptName(id, index), message }))
}

/** Identifies one of the messages that a commit has stored. */
export function keptName(id: string, index: number): string {
  return `${id}/${index}`
}
