import { eventBusPath } from '#contract/push.ts'

/** How frames are written on a socket: SockJS frames, or bare JSON on the raw one. */
export type Framing = 'sockjs' | 'raw'

// Clients draw three digits and eight letters; sockjs-protocol lets them choose others.
const sockJsPath = /^\/[\w-]{1,32}\/[\w-]{1,32}\/websocket$/u

/** The framing that a path of the event bus stands for, or null for any other path. Query strings are ignored. */
export function framingOf(url: string): Framing | null {
  const path = url.split('?', 1)[0] ?? ''
  if (!path.startsWith(eventBusPath)) return null
  const rest = path.slice(eventBusPath.length)
  if (rest === '/websocket') return 'raw'
  return sockJsPath.test(rest) ? 'sockjs' : null
}
