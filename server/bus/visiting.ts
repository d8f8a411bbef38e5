import { randomUUID } from 'node:crypto'
import type { Bus } from './bus.ts'
import { keepMessages } from './nats/store.ts'
import { type PostgresBus, createPostgresBus } from './postgres.ts'

/**
 * For a program that tells the processes of a portal something and ends: in whichever form their bus is, they hear of it,
 * at once or some seconds later.
 */
export function createVisitingBus(options: PostgresBus): Pick<Bus, 'publish' | 'close'> {
  const { publish, close } = createPostgresBus(options)
  return {
    publish: async (transaction, messages) => {
      await publish(transaction, messages)
      await keepMessages(transaction, randomUUID(), messages)
    },
    close,
  }
}
