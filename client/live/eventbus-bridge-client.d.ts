declare module '@vertx/eventbus-bridge-client.js' {
  import type { EventBusClient as Client } from '#client/live/event-bus-client.ts'

  const EventBus: new (url: string, options?: Record<string, unknown>) => Client
  export default EventBus
}
