import { hourMs } from '#contract/durations.ts'
import { deleteLastState, readLastState } from './last-state.ts'

/** The tag of the periodic sync on which the worker checks the session. W3C Periodic Background Sync. */
export const sessionCheckTag = 'session-check'

/** The minimum interval between two checks, in ms. The browser decides the actual interval. */
export const sessionCheckEveryMs = 6 * hourMs

type Dependencies = {
  fetch(url: string, init: RequestInit): Promise<Pick<Response, 'status'>>
  /** The current time in epoch ms. */
  now: number
}

/**
 * Deletes the last state if the session of its person has ended while no page was open. Without a network, the state
 * stays until the next check or until it expires.
 */
export async function deleteStateOfEndedSession({ fetch, now }: Dependencies): Promise<void> {
  if ((await readLastState(now)) === null) return
  const isOver = await fetch('/auth/token', { method: 'POST' }).then(
    ({ status }) => status === 401,
    () => false,
  )
  if (isOver) await deleteLastState()
}
