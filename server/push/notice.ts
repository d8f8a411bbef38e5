import type { Unit } from '#contract/push.ts'
import { units } from '#contract/push.ts'
import type { GatewayChange } from '#server/bus/bus.ts'
import { notification } from './bridge.ts'
import { messageFrame } from './frames.ts'
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
  #json = ''
  #frame = ''

  constructor(change: GatewayChange) {
    this.change = change
    this.unitIndex = unitIndexOf(change.unit)
  }

  /** False while the payload has to be read from the database. */
  get isComplete(): boolean {
    return this.change.payload !== null
  }

  textFor(framing: Framing): string {
    this.#json ||= this.#write()
    if (framing === 'raw') return this.#json
    this.#frame ||= messageFrame(this.#json)
    return this.#frame
  }

  #write(): string {
    const { gatewayId, unit, payload, ts, seq } = this.change
    return notification({ resourceId: gatewayId, resourceType: 'gateway', unit, payload, timestamp: ts, seq })
  }
}
