declare module '@vertx/eventbus-bridge-client.js' {
  import type { EventBus as Client } from '#client/live/event-bus.ts'

  const EventBus: new (url: string, options?: Record<string, unknown>) => Client
  export default EventBus
}
