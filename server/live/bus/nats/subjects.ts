import type { BusMessage } from '../bus.ts'

/** The NATS subjects under the prefix of one portal. */
export type NatsSubjects = {
  gateway(id: string): string
  person(id: string): string
  /** The subject of messages that every process receives. */
  everybody: string
  /** The subjects of a message. There are several if processes that do not watch the person also need the message. */
  of(message: BusMessage): readonly string[]
}

export function createNatsSubjects(prefix: string): NatsSubjects {
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
      // Every process that makes export files needs new requests.
      case 'export':
        return message.progress === 0 ? [person(message.personId), everybody] : [person(message.personId)]
      // Every process that checks access tokens must refuse those of the session.
      case 'session-ended':
      // Every process may have cached the person's id.
      case 'person-erased':
      // Any process may write the event log of third parties.
      case 'partner-changes':
        return [everybody]
    }
  }

  return { gateway, person, everybody, of }
}
