import { tryFor } from '../try-for.ts'
import type { Statuses } from './faulting.ts'
import { noticesOf, statusesOf } from './status-store.ts'

/** Notifications may wait for a `jobs` process that was killed. */
const notifiedWithinMs = 60_000

/** The statuses that were acknowledged and are not what the portal keeps. What changes meanwhile is not compared. */
export async function wrongStatuses(url: string, { settled }: Statuses): Promise<string[]> {
  const before = new Map(settled)
  const found = await statusesOf(url, [...before.keys()])
  return [...before].flatMap(([gatewayId, reported]) => {
    if (settled.get(gatewayId) !== reported) return []
    const kept = found.get(gatewayId)
    if (kept?.reported === reported.status && kept.code === reported.code) return []
    const [was, is] = [reported, { status: kept?.reported, code: kept?.code }].map((one) => JSON.stringify(one))
    return [`the status of ${gatewayId} was acknowledged as ${was} and is ${is}`]
  })
}

/** The faults whose owner was not notified exactly once of their begin, and of their end where that was acknowledged. */
export async function wrongNotices(url: string, { faults }: Statuses): Promise<string[]> {
  const due = faults.map((fault) => ({ ...fault }))
  const look = async (): Promise<string[]> => {
    const counted = await noticesOf(url, due)
    return due.flatMap((fault, index) => {
      const { began = 0, ended = 0 } = counted[index] ?? {}
      const wanted = fault.isOver ? 1 : ended
      if (began === 1 && ended === wanted) return []
      return [
        `the owner of ${fault.gatewayId} was notified ${began} times of the begin of ${fault.code} and ${ended} times of its end`,
      ]
    })
  }
  return tryFor(notifiedWithinMs, async () => {
    const wrong = await look()
    if (wrong.length > 0) throw new WrongNotices(wrong)
    return wrong
  }).catch((error: unknown) => {
    if (error instanceof WrongNotices) return error.wrong
    throw error
  })
}

class WrongNotices extends Error {
  wrong: string[]
  constructor(wrong: string[]) {
    super(wrong[0])
    this.wrong = wrong
  }
}
