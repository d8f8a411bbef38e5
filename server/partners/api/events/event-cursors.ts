import { createSealer } from '#server/identity/session/sealer.ts'
import { deriveKey } from '#server/derive-key.ts'

/**
 * Cursors of the event log: the position after which a client continues. A cursor is encrypted, because a position
 * would show how many events all clients get.
 */
export type EventCursors = {
  write(clientId: string, position: string): string
  /** Decrypts a cursor to its position; null if this portal did not write the cursor for this client. */
  read(clientId: string, cursor: string): string | null
}

const column = 'partner_event.position'

export function createEventCursors(registryKey: Buffer): EventCursors {
  const sealer = createSealer(deriveKey(registryKey, 'cursors of the event log'))
  return {
    write: (clientId, position) => sealer.seal(position, { column, row: Buffer.from(clientId) }).toString('base64url'),
    read: (clientId, cursor) => sealer.open(Buffer.from(cursor, 'base64url'), { column, row: Buffer.from(clientId) }),
  }
}
