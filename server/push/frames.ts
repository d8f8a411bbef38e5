import * as ws from 'ws'

/** How frames are written on a socket: SockJS frames, or bare JSON on the raw one. */
export type Framing = 'sockjs' | 'raw'

/** SockJS frames. sockjs-protocol 0.3.3, section "WebSocket protocol". */
export const openFrame = 'o'
export const heartbeatFrame = 'h'

export function messageFrame(json: string): string {
  return `a[${JSON.stringify(json)}]`
}

export function closeFrame(code: number, reason: string): string {
  return `c${JSON.stringify([code, reason])}`
}

/** The messages of a frame from the page, none for an empty one, null for what is no frame: an array of strings. */
export function readFrame(frame: string): string[] | null {
  if (frame === '') return []
  const parsed = parse(frame)
  return Array.isArray(parsed) && parsed.every((message) => typeof message === 'string') ? parsed : null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

type Frame = { fin: boolean; opcode: number; readOnly: boolean }

// Exported by ws, and missing in its types.
const { Sender } = ws as unknown as { Sender: { frame(text: string, options: Frame): Buffer[] } }

const textOpcode = 1

/** A whole websocket frame around a text, ready for any socket. RFC 6455, section 5.2. */
export function toWire(text: string): Buffer {
  return Buffer.concat(Sender.frame(text, { fin: true, opcode: textOpcode, readOnly: true }))
}
