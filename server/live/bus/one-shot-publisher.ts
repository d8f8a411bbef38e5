import { randomUUID } from 'node:crypto'
import { silentLog } from '#server/log.ts'
import type { Bus } from './bus.ts'
import { storeMessages } from './nats/store.ts'
import { type PostgresBusOptions, createPostgresBus } from './postgres-bus.ts'

/**
 * Creates a publisher for a program that publishes once and then ends, such as a command. It uses NOTIFY and also
 * stores the messages. If the portal uses NATS, its processes find the stored messages some seconds later.
 */
export function createOneShotPublisher(options: PostgresBusOptions): Pick<Bus, 'publish' | 'close'> {
  const { publish, close } = createPostgresBus(options)
  return {
    publish: async (transaction, messages) => {
      await publish(transaction, messages)
      await storeMessages(transaction, randomUUID(), messages)
    },
    close,
  }
}

/** Runs the work of a command with a publisher, by which the command publishes its changes. */
export async function runWithOneShotPublisher<Result>(
  url: string,
  work: (bus: Pick<Bus, 'publish'>) => Promise<Result>,
): Promise<Result> {
  const bus = createOneShotPublisher({ url, log: silentLog })
  try {
    return await work(bus)
  } finally {
    await bus.close()
  }
}
