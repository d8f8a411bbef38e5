import { deleteLastState, readLastState } from './last-state.ts'

/** The tag of the periodic sync that starts the worker. W3C Periodic Background Sync. */
export const sessionCheckTag = 'session-check'

/** The minimum interval of the periodic sync, in ms. The browser decides the actual one. */
export const sessionCheckEveryMs = 6 * 60 * 60 * 1000

type Dependencies = {
  fetch(url: string, init: RequestInit): Promise<Pick<Response, 'status'>>
  /** Epoch ms. */
  now: number
}

/**
 * Deletes the last state if the session of its person has ended; no page may have been open to notice this. Without a
 * network the state stays until the next check or until it expires.
 */
export async function deleteStateOfEndedSession({ fetch, now }: Dependencies): Promise<void> {
  if ((await readLastState(now)) === null) return
  const isOver = await fetch('/auth/token', { method: 'POST' }).then(
    ({ status }) => status === 401,
    () => false,
  )
  if (isOver) await deleteLastState()
}
