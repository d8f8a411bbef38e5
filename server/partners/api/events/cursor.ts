import { hkdfSync } from 'node:crypto'
import { createSealer } from '#server/identity/session/sealing.ts'

/** The position in the event log after which a client continues, encrypted, because positions count all events. */
export type EventCursors = {
  write(clientId: string, position: string): string
  /** Null if this portal did not write the cursor for this client. */
  read(clientId: string, cursor: string): string | null
}

const column = 'partner_event.position'

export function createEventCursors(registryKey: Buffer): EventCursors {
  const sealer = createSealer(Buffer.from(hkdfSync('sha256', registryKey, '', 'cursors of the event log', 32)))
  return {
    write: (clientId, position) => sealer.seal(position, { column, row: Buffer.from(clientId) }).toString('base64url'),
    read: (clientId, cursor) => sealer.open(Buffer.from(cursor, 'base64url'), { column, row: Buffer.from(clientId) }),
  }
}
