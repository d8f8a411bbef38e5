import type { BusMessage } from '../bus.ts'

/** Names of subjects under the prefix of one portal. */
export type Subjects = {
  gateway(id: string): string
  person(id: string): string
  /** What concerns every process. */
  everybody: string
  /** Where a message goes: more than one where somebody has to hear it who does not know of the person. */
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
      // Whoever makes files hears of a new request.
      case 'export':
        return message.progress === 0 ? [person(message.personId), everybody] : [person(message.personId)]
      // Every process that checks access tokens has to refuse those of the session.
      case 'session-ended':
      // Every process may have the person's id cached.
      case 'person-erased':
        return [everybody]
    }
  }

  return { gateway, person, everybody, of }
}
