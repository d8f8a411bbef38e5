import * as ws from 'ws'
import { eventBusAddress, type PageNotification, type Unit, units } from '#contract/push.ts'
import type { GatewayChange } from '#server/bus/bus.ts'
import type { BridgeFault } from './bridge.ts'

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

/** An error that names no handler; the client gives it to `onerror`. */
export function bridgeError(why: BridgeFault): string {
  return JSON.stringify({ type: 'err', body: why })
}

/** An error for the page's registered handler. `failureCode` is the status a request would have got. */
export function addressedError(failureCode: number, message: string): string {
  return JSON.stringify({
    type: 'err',
    address: eventBusAddress,
    failureCode,
    failureType: 'RECIPIENT_FAILURE',
    message,
  })
}

/** A notification for the page's registered handler. */
export function notificationMessage(body: PageNotification): string {
  return JSON.stringify({ type: 'rec', address: eventBusAddress, body })
}

type Frame = { fin: boolean; opcode: number; readOnly: boolean }

// Exported by ws, and missing in its types.
const { Sender } = ws as unknown as { Sender: { frame(data: Buffer, options: Frame): [header: Buffer, data: Buffer] } }

const textOpcode = 1

/**
 * A whole websocket frame around a text, ready for any socket: a character a byte (latin1), because Node writes such a
 * text without the objects that a buffer takes. RFC 6455, section 5.2.
 */
export function toWire(text: string): string {
  const bytes = Buffer.byteLength(text)
  return headerFor(bytes) + (bytes === text.length ? text : Buffer.from(text).toString('latin1'))
}

/** Of each length in bytes that a text had. Few differ: what a change of a gateway tells is short. */
const headers: string[] = []
const longestKept = 4_096

function headerFor(bytes: number): string {
  if (bytes > longestKept) return makeHeader(bytes)
  return (headers[bytes] ??= makeHeader(bytes))
}

function makeHeader(bytes: number): string {
  const [header] = Sender.frame(Buffer.allocUnsafe(bytes), { fin: true, opcode: textOpcode, readOnly: true })
  return header.toString('latin1')
}

export function unitIndexOf(unit: Unit): number {
  return units.indexOf(unit)
}

/** Units as a set of bits, one for each place in `units`. */
export function unitBitsOf(wanted: readonly string[]): number {
  return units.reduce((bits, unit, index) => (wanted.includes(unit) ? bits | (1 << index) : bits), 0)
}

/** A change on its way to pages: written out once, however many sockets get it. */
export class EncodedNotification {
  readonly change: GatewayChange
  readonly unitIndex: number
  #sockJs: string | null = null
  #raw: string | null = null

  constructor(change: GatewayChange) {
    this.change = change
    this.unitIndex = unitIndexOf(change.unit)
  }

  /** False while the payload has to be read from the database. */
  get isComplete(): boolean {
    return this.change.payload !== null
  }

  /** The frame as it goes over the wire, a character a byte. */
  frameFor(framing: Framing): string {
    if (framing === 'raw') return (this.#raw ??= toWire(rawText(this.change)))
    return (this.#sockJs ??= toWire(sockJsText(this.change)))
  }
}

const rawText = writer({ start: '', escape: (json) => json, end: '' })
const sockJsText = writer({ start: 'a["', escape: (json) => JSON.stringify(json).slice(1, -1), end: '"]' })

/**
 * Writes notifications as messages of the bridge. By hand, because this happens for each change, and takes a tenth of the
 * time that JSON.stringify does: what is always the same is escaped once, and our own ids, units and times have nothing
 * to escape.
 */
function writer(style: {
  start: string
  escape(json: string): string
  end: string
}): (change: GatewayChange) => string {
  const { escape } = style
  const beforeId = style.start + escape(`{"type":"rec","address":"${eventBusAddress}","body":{"resourceId":"`)
  const beforeUnit = escape('","resourceType":"gateway","unit":"')
  const beforeSeq = escape('","seq":')
  const beforeTime = escape(',"timestamp":"')
  const beforePayload = escape('","payload":')
  const end = escape('}}') + style.end
  return ({ gatewayId, unit, seq, ts, payload }) =>
    `${beforeId}${gatewayId}${beforeUnit}${unit}${beforeSeq}${seq}${beforeTime}${ts}` +
    `${beforePayload}${escape(JSON.stringify(payload))}${end}`
}
