import type { Unit } from '#contract/push.ts'
import { units } from '#contract/push.ts'
import type { GatewayChange } from '#server/bus/bus.ts'
import { notificationMessage } from './bridge.ts'
import { type Framing, messageFrame, toWire } from './frames.ts'

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
    if (framing === 'raw') return (this.#raw ??= toWire(this.#message()))
    return (this.#sockJs ??= toWire(messageFrame(this.#message())))
  }

  #message(): string {
    const { gatewayId: resourceId, unit, seq, ts: timestamp, payload } = this.change
    return notificationMessage({
      resourceId,
      resourceType: 'gateway',
      unit,
      seq,
      timestamp,
      payload: payload ?? {},
    })
  }
}
