import type { BusListener, BusMessage } from '#server/bus/bus.ts'
import type { ExportNews } from './export-news.ts'
import type { Registrar } from './registrar.ts'
import type { Rounds } from './rounds.ts'
import type { ServiceNews } from './service-news.ts'
import type { Snapshots } from './snapshots.ts'
import type { Person, Watchers } from './watchers.ts'

export type Hearing = {
  watchers: Watchers
  rounds: Rounds
  snapshots: Snapshots
  registrar: Registrar
  serviceNews: ServiceNews
  exportNews: ExportNews
}

/** What each message of the bus between processes means for the open pages. */
export function createHearing(parts: Hearing): BusListener {
  const { watchers, rounds, snapshots, registrar, serviceNews, exportNews } = parts

  function onMessage(message: BusMessage): void {
    switch (message.kind) {
      case 'gateway':
        return rounds.onChange(message)
      case 'access':
        return refreshWatchersOf(message.gatewayId)
      case 'service':
        return serviceNews.onChange(message.gatewayId)
      case 'subscriptions':
        return giveToAll(watchers.people.get(message.personId))
      case 'session-ended':
        return cutAll(watchers.people.get(message.personId))
      case 'export':
        return exportNews.onProgress(message)
    }
  }

  function refreshWatchersOf(gatewayId: string): void {
    for (const { person } of watchers.topicOf(gatewayId)?.watches ?? []) snapshots.refresh(person)
  }

  function giveToAll(person: Person | undefined): void {
    for (const { registration } of person?.sockets ?? []) if (registration.kind === 'on') snapshots.give(registration)
  }

  function cutAll(person: Person | undefined): void {
    for (const socket of person?.sockets ?? []) registrar.cut(socket, 'session_ended')
  }

  return {
    onMessages: (messages) => messages.forEach(onMessage),
    onLost: () => watchers.loseBus(),
    onResync: () => {
      watchers.hasBus = true
      for (const person of watchers.people.values()) snapshots.readAgain(person)
    },
  }
}
