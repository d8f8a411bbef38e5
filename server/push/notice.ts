import type { Unit } from '#contract/push.ts'
import { units } from '#contract/push.ts'
import type { GatewayChange } from '#server/bus/bus.ts'
import { notification } from './bridge.ts'
import { messageFrame, toWire } from './frames.ts'
import type { Framing } from './socket-path.ts'

export function unitIndexOf(unit: Unit): number {
  return units.indexOf(unit)
}

/** Units as a set of bits, one for each place in `units`. */
export function unitBitsOf(wanted: readonly string[]): number {
  return units.reduce((bits, unit, index) => (wanted.includes(unit) ? bits | (1 << index) : bits), 0)
}

/** A change on its way to pages: written out once, however many sockets get it. */
export class Notice {
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
    if (framing === 'raw') return (this.#raw ??= toWire(this.#write()))
    return (this.#sockJs ??= toWire(messageFrame(this.#write())))
  }

  // Put together by hand, because this happens for each delivery: our own ids and units have nothing to escape.
  #write(): string {
    const { gatewayId, unit, payload, ts, seq } = this.change
    const body = `"resourceId":"${gatewayId}","resourceType":"gateway","unit":"${unit}","seq":${seq}`
    return notification(`{${body},"timestamp":${JSON.stringify(ts)},"payload":${JSON.stringify(payload)}}`)
  }
}
