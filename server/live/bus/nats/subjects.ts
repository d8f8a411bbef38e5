import type { BusMessage } from '../bus.ts'

/** The subjects under the prefix of one portal. */
export type Subjects = {
  gateway(id: string): string
  person(id: string): string
  /** For messages to every process. */
  everybody: string
  /** The subjects of a message: several if processes that do not watch the person also need it. */
  of(message: BusMessage): readonly string[]
}

export function subjectsUnder(prefix: string): Subjects {
  const gateway = (id: string): string => `${prefix}.gateway.${id}`
  const person = (id: string): string => `${prefix}.person.${id}`
  const everybody = `${prefix}.everybody`

  function of(message: BusMessage): readonly string[] {
    switch (message.kind) {
      case 'gateway':
      case 'access':
      case 'service':
        return [gateway(message.gatewayId)]
      case 'subscriptions':
      case 'notices':
        return [person(message.personId)]
      // Every process that makes files needs new requests.
      case 'export':
        return message.progress === 0 ? [person(message.personId), everybody] : [person(message.personId)]
      // Every process that checks access tokens must refuse those of the session.
      case 'session-ended':
      // Every process may have the person's id cached.
      case 'person-erased':
      // Any process may write the event log.
      case 'partner-changes':
        return [everybody]
    }
  }

  return { gateway, person, everybody, of }
}
