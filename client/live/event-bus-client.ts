import { eventBusPath } from '#contract/push.ts'

/** An error from the bridge for a registered address. */
export type BusError = { failureCode?: number; failureType?: string; message?: string }

export type BusHandler = (error: BusError | null, message?: { body: unknown }) => void

/** The part of the Vert.x bridge client that the page uses: one socket, without the client's own reconnection. */
export type EventBusClient = {
  onopen: (() => void) | null
  onclose: ((event: unknown) => void) | null
  onerror: (error: unknown) => void
  state: number
  enablePing(isEnabled: boolean): void
  registerHandler(address: string, headers: Record<string, string>, handler: BusHandler): void
  unregisterHandler(address: string, headers: Record<string, string>, handler: BusHandler): void
  close(): void
}

/** The client's state while a socket is being opened. */
export const connectingState = 0

/** The client's state with an open socket. */
export const openState = 1

/** Loads the client and connects; called after the first paint. */
export async function connectEventBus(origin: string): Promise<EventBusClient> {
  const { default: Client } = await import('@vertx/eventbus-bridge-client.js')
  return new Client(new URL(eventBusPath, origin).href)
}
