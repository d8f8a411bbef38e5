import { deleteLastState, readLastState } from './last-state.ts'

/** The tag of the periodic sync that wakes the worker. W3C Periodic Background Sync. */
export const sessionCheckTag = 'session-check'

/** The minimum interval of the periodic sync; the browser decides the actual one. */
export const sessionCheckEveryMs = 6 * 60 * 60 * 1000

type Dependencies = {
  fetch(url: string, init: RequestInit): Promise<Pick<Response, 'status'>>
  /** Epoch ms. */
  now: number
}

/**
 * Deletes the last state if its session has ended, because no page may have been open to notice. Without a network
 * the state stays until the next check, or until it expires.
 */
export async function deleteStateOfEndedSession({ fetch, now }: Dependencies): Promise<void> {
  if ((await readLastState(now)) === null) return
  const isOver = await fetch('/auth/token', { method: 'POST' }).then(
    ({ status }) => status === 401,
    () => false,
  )
  if (isOver) await deleteLastState()
}
