import type { BusListener, BusMessage } from '#server/bus/bus.ts'
import type { Registrar } from './registrar.ts'
import type { ChangeDelivery } from './change-delivery.ts'
import { type createExportNotifier, type createServiceNotifier, tellOfNotices } from './notifier.ts'
import type { DeliveryDependencies } from './page-socket.ts'
import type { Snapshots } from './snapshots.ts'
import type { Person, SubscriptionRegistry } from './subscription-registry.ts'

export type BusDispatcherDependencies = {
  subscriptionRegistry: SubscriptionRegistry
  changeDelivery: ChangeDelivery
  snapshots: Snapshots
  registrar: Registrar
  serviceNotifier: ReturnType<typeof createServiceNotifier>
  exportNotifier: ReturnType<typeof createExportNotifier>
  deliveryDependencies: DeliveryDependencies
}

/** What each message of the bus between processes means for the open pages. */
export function createBusDispatcher(parts: BusDispatcherDependencies): BusListener {
  const { subscriptionRegistry, changeDelivery, snapshots, registrar, serviceNotifier, exportNotifier } = parts
  const { deliveryDependencies } = parts

  function onMessage(message: BusMessage): void {
    switch (message.kind) {
      case 'gateway':
        return changeDelivery.onChange(message)
      case 'access':
        return refreshWatchersOf(message.gatewayId)
      case 'service':
        return serviceNotifier.tell(message)
      case 'subscriptions':
        return giveToAll(subscriptionRegistry.people.get(message.personId))
      case 'session-ended':
        return cutAll(subscriptionRegistry.people.get(message.personId))
      case 'export':
        return exportNotifier.tell(message)
      case 'notices':
        return tellOfNotices(message.personId, subscriptionRegistry, deliveryDependencies)
    }
  }

  function refreshWatchersOf(gatewayId: string): void {
    for (const { person } of subscriptionRegistry.topicOf(gatewayId)?.watches ?? []) snapshots.refresh(person)
  }

  function giveToAll(person: Person | undefined): void {
    for (const { registration } of person?.sockets ?? []) if (registration.kind === 'on') snapshots.give(registration)
  }

  function cutAll(person: Person | undefined): void {
    for (const socket of person?.sockets ?? []) registrar.cut(socket, 'session_ended')
  }

  return {
    onMessages: (messages) => messages.forEach(onMessage),
    onLost: () => subscriptionRegistry.loseBus(),
    onResync: () => {
      subscriptionRegistry.hasBus = true
      for (const person of subscriptionRegistry.people.values()) snapshots.readAgain(person)
    },
  }
}
