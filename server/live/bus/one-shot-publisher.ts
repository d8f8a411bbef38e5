import { randomUUID } from 'node:crypto'
import type { Bus } from './bus.ts'
import { keepMessages } from './nats/store.ts'
import { type PostgresBusOptions, createPostgresBus } from './postgres.ts'

/**
 * Creates a publisher for a program that publishes something to the processes of a portal and ends. If the portal uses
 * NOTIFY, its processes get the messages at once. If it uses NATS, they find the stored messages some seconds later.
 */
export function createOneShotPublisher(options: PostgresBusOptions): Pick<Bus, 'publish' | 'close'> {
  const { publish, close } = createPostgresBus(options)
  return {
    publish: async (transaction, messages) => {
      await publish(transaction, messages)
      await keepMessages(transaction, randomUUID(), messages)
    },
    close,
  }
}
