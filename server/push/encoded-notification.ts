import type { Unit } from '#contract/push.ts'
import { eventBusAddress, units } from '#contract/push.ts'
import type { GatewayChange } from '#server/bus/bus.ts'
import { type Framing, toWire } from './frames.ts'

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
  #sockJs: Buffer | null = null
  #raw: Buffer | null = null

  constructor(change: GatewayChange) {
    this.change = change
    this.unitIndex = unitIndexOf(change.unit)
  }

  /** False while the payload has to be read from the database. */
  get isComplete(): boolean {
    return this.change.payload !== null
  }

  /** The frame as it goes over the wire. */
  frameFor(framing: Framing): Buffer {
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
