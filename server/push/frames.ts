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

const finalText = 0x81
const length16 = 126
const length64 = 127

/** A whole websocket frame of a server around a text. RFC 6455, section 5.2: final, not masked. */
export function toWire(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const head = headSize(length)
  const frame = Buffer.allocUnsafe(head + length)
  frame[0] = finalText
  if (head === 2) frame[1] = length
  else if (head === 4) {
    frame[1] = length16
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = length64
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  // Of plain ASCII, which most is, the faster encoding writes the same bytes.
  frame.write(text, head, length === text.length ? 'latin1' : 'utf8')
  return frame
}

function headSize(length: number): number {
  if (length < length16) return 2
  return length < 65_536 ? 4 : 10
}
