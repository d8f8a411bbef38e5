import { forgetLastState, readLastState } from './last-state.ts'

/** The name under which the browser wakes the worker now and then. W3C Periodic Background Sync. */
export const sessionCheckTag = 'session-check'

/** As often as the browser may wake the worker; it decides how often it does. */
export const sessionCheckEveryMs = 6 * 60 * 60 * 1000

type Dependencies = {
  fetch(url: string, init: RequestInit): Promise<Pick<Response, 'status'>>
  /** Epoch ms. */
  now: number
}

/**
 * Deletes the last state if its session has ended, which no page may have been open to see. Without a network the state
 * stays until the next check, or until it expires.
 */
export async function forgetIfSessionEnded({ fetch, now }: Dependencies): Promise<void> {
  if ((await readLastState(now)) === null) return
  const isOver = await fetch('/auth/token', { method: 'POST' }).then(
    ({ status }) => status === 401,
    () => false,
  )
  if (isOver) await forgetLastState()
}
