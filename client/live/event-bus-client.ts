import { eventBusPath } from '#contract/event-bus.ts'

/** The error that the bridge sends for a registered address. */
export type BusError = { failureCode?: number; failureType?: string; message?: string }

export type BusHandler = (error: BusError | null, message?: { body: unknown }) => void

/**
 * The members of the Vert.x bridge client that the page uses. The client has one socket; its own reconnection is not
 * used.
 */
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

/** The value of `state` while a socket is being opened. */
export const socketConnectingState = 0

/** The value of `state` while the socket is open. */
export const socketOpenState = 1

/** Loads the client and opens a socket to the portal at `origin`. */
export async function connectEventBus(origin: string): Promise<EventBusClient> {
  const { default: Client } = await import('@vertx/eventbus-bridge-client.js')
  return new Client(new URL(eventBusPath, origin).href)
}
