import { eventBusPath } from '#contract/push.ts'

/** An error the bridge sent for a registered address. */
export type BusError = { failureCode?: number; failureType?: string; message?: string }

export type BusHandler = (error: BusError | null, message?: { body: unknown }) => void

/** As much of the Vert.x bridge client as the page uses: one socket, without the client's own way to reconnect. */
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

/** The client's word for a socket on its way. */
export const connectingState = 0

/** The client's word for a socket that can be written to. */
export const openState = 1

/** Loads the client and connects; the first paint does not wait for it. */
export async function connectEventBus(origin: string): Promise<EventBusClient> {
  const { default: Client } = await import('@vertx/eventbus-bridge-client.js')
  return new Client(new URL(eventBusPath, origin).href)
}
