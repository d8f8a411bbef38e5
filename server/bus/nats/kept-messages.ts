import type { Pool } from 'pg'
import type { BusMessage } from '../bus.ts'
import { type KeptMessages, readHorizon, readKeptSince } from './store.ts'

export type KeptReader = {
  /** A kept message was heard of; false when it was known already. */
  hear(kept: string): boolean
  /** Resolves once every later commit will be found. */
  begin(): Promise<void>
  /** The messages of all commits since the last look that were not heard of; null when they are too many to be told. */
  look(): Promise<BusMessage[] | null>
}

/** More than thousands of people do in some seconds. */
const commitsPerLook = 5_000

/** Finds messages that were kept and not heard of. Each is told once. */
export function createKeptReader(pool: Pool): KeptReader {
  let horizon: string | undefined
  /** Of messages that the next look may find again. */
  let known = new Set<string>()
  let heardSince = new Set<string>()

  function hear(kept: string): boolean {
    if (known.has(kept)) return false
    known.add(kept)
    heardSince.add(kept)
    return true
  }

  // A transaction that takes long keeps the horizon back: what was committed before is among what is read, and not news.
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
  return messages.map((message, place) => ({ name: keptName(id, place), message }))
}

/** Names one of the messages that a commit has kept. */
export function keptName(id: string, place: number): string {
  return `${id}/${place}`
}
