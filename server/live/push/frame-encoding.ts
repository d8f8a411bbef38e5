import * as ws from 'ws'
import { parseJson } from '#contract/parse-json.ts'
import { eventBusAddress, type PageNotification, type Unit, units } from '#contract/event-bus.ts'
import type { GatewayChange } from '#server/live/bus/bus.ts'
import type { BridgeErrorBody } from './bridge-request.ts'

/** The format of messages on a socket. `sockjs`: SockJS frames. `raw`: plain JSON, on the endpoint `/websocket`. */
export type SocketFormat = 'sockjs' | 'raw'

/** The frames of SockJS. sockjs-protocol 0.3.3, section "WebSocket protocol". */
export const sockJsOpenFrame = 'o'
export const sockJsHeartbeatFrame = 'h'

export function encodeSockJsMessageFrame(json: string): string {
  return `a[${JSON.stringify(json)}]`
}

export function encodeSockJsCloseFrame(code: number, reason: string): string {
  return `c${JSON.stringify([code, reason])}`
}

/**
 * Parses a SockJS frame from a page, which is a JSON array of strings. Returns the strings, [] for an empty frame, or
 * null if the frame is invalid.
 */
export function parseSockJsFrame(frame: string): string[] | null {
  if (frame === '') return []
  const parsed = parseJson(frame)
  return Array.isArray(parsed) && parsed.every((message) => typeof message === 'string') ? parsed : null
}

/** Encodes an error that has no address. Clients pass such an error to `onerror`. */
export function encodeBridgeError(why: BridgeErrorBody): string {
  return JSON.stringify({ type: 'err', body: why })
}

/**
 * Encodes an error for the handler that the page has registered. `failureCode`: the HTTP status for the same refusal.
 */
export function encodeErrorForHandler(failureCode: number, message: string): string {
  return JSON.stringify({
    type: 'err',
    address: eventBusAddress,
    failureCode,
    failureType: 'RECIPIENT_FAILURE',
    message,
  })
}

/** Encodes a notification for the handler that the page has registered. */
export function encodeNotification(body: PageNotification): string {
  return JSON.stringify({ type: 'rec', address: eventBusAddress, body })
}

type FrameOptions = { fin: boolean; opcode: number; readOnly: boolean }

// The class `Sender`, which the library ws exports but its types lack.
const { Sender } = ws as unknown as {
  Sender: { frame(data: Buffer, options: FrameOptions): [header: Buffer, data: Buffer] }
}

const textOpcode = 1

/**
 * Encodes a text as a complete WebSocket frame, in a string with one character for each byte (latin1). Every socket
 * can send the same frame, and Node writes such a string without creating a buffer. RFC 6455, section 5.2.
 */
export function encodeWebSocketFrame(text: string): string {
  const bytes = Buffer.byteLength(text)
  return headerFor(bytes) + (bytes === text.length ? text : Buffer.from(text).toString('latin1'))
}

/**
 * Cached frame headers; the index is the length of the text in bytes. There are few lengths, because notifications
 * are short.
 */
const headers: string[] = []
const maxKeptBytes = 4_096

function headerFor(bytes: number): string {
  if (bytes > maxKeptBytes) return makeHeader(bytes)
  return (headers[bytes] ??= makeHeader(bytes))
}

function makeHeader(bytes: number): string {
  const [header] = Sender.frame(Buffer.allocUnsafe(bytes), { fin: true, opcode: textOpcode, readOnly: true })
  return header.toString('latin1')
}

export function unitIndexOf(unit: Unit): number {
  return units.indexOf(unit)
}

/** Returns a bit set of units. Bit i means the unit at index i of `units`. */
export function unitBitsOf(unitNames: readonly string[]): number {
  return units.reduce((bits, unit, index) => (unitNames.includes(unit) ? bits | (1 << index) : bits), 0)
}

/** A notification about a change of a gateway. It is encoded once for any number of sockets. */
export class EncodedNotification {
  readonly change: GatewayChange
  readonly unitIndex: number
  #sockJs: string | null = null
  #raw: string | null = null

  constructor(change: GatewayChange) {
    this.change = change
    this.unitIndex = unitIndexOf(change.unit)
  }

  /** Whether the payload is present. A missing payload must be read from the database. */
  get isComplete(): boolean {
    return this.change.payload !== null
  }

  /** Returns the notification as a WebSocket frame, in the encoding of `encodeWebSocketFrame`. */
  frameFor(framing: SocketFormat): string {
    if (framing === 'raw') return (this.#raw ??= encodeWebSocketFrame(rawText(this.change)))
    return (this.#sockJs ??= encodeWebSocketFrame(sockJsText(this.change)))
  }
}

const rawText = createWriter({ start: '', escape: (json) => json, end: '' })
const sockJsText = createWriter({ start: 'a["', escape: (json) => JSON.stringify(json).slice(1, -1), end: '"]' })

/**
 * Creates a function that encodes notifications as bridge messages. The created function runs for each change, and
 * takes a tenth of the time of JSON.stringify. Constant parts are escaped once; ids, units and times need no escaping,
 * because the portal creates them.
 */
function createWriter(style: {
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
