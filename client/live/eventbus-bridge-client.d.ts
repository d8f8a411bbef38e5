declare module '@vertx/eventbus-bridge-client.js' {
  const EventBus: new (url: string, options?: Record<string, unknown>) => import('./event-bus.ts').EventBus
  export default EventBus
}
