import type { BusMessage } from '../bus.ts'

/** The NATS subjects of one portal. All of them begin with its prefix. */
export type NatsSubjects = {
  gateway(id: string): string
  person(id: string): string
  /** The subject of messages that every process receives. */
  everybody: string
  /**
   * Returns the subjects of a message. There are several if even processes that do not watch the person need the
   * message.
   */
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
      // A request with progress 0 is new. Every process that makes export files needs it.
      case 'export':
        return message.progress === 0 ? [person(message.personId), everybody] : [person(message.personId)]
      // Every process that checks access tokens must refuse the tokens of the ended session.
      case 'session-ended':
      // Every process may have cached the id of the erased person.
      case 'person-erased':
      // Any process may be the process that writes the event log of third parties.
      case 'partner-changes':
        return [everybody]
    }
  }

  return { gateway, person, everybody, of }
}
