import type { BusSubscription } from '../bus.ts'
import type { MissedGatewayChangeFinder } from './missed-gateway-change-finder.ts'
import type { SubjectSubscriptionCounter } from './subject-subscription-counter.ts'
import type { NatsSubjects } from './subjects.ts'

export type WatchedSubjectsDependencies = {
  interest: SubjectSubscriptionCounter
  comparison: Pick<MissedGatewayChangeFinder, 'watch' | 'unwatch'>
  subjects: Pick<NatsSubjects, 'gateway' | 'person'>
}

/** The gateways and people that one bus subscription watches. `unwatchAll`: ends all these watches. */
export type WatchedSubjects = Pick<BusSubscription, 'watch' | 'unwatch' | 'watchPeople' | 'unwatchPeople'> & {
  unwatchAll(): void
}

/** Creates the watched subjects of one bus subscription. Watching the same gateway or person twice has no effect. */
export function createWatchedSubjects({
  interest,
  comparison,
  subjects,
}: WatchedSubjectsDependencies): WatchedSubjects {
  const gateways = new Set<string>()
  const people = new Set<string>()

  function watch(ids: readonly string[]): void {
    for (const id of ids) {
      if (gateways.has(id)) continue
      gateways.add(id)
      interest.add(subjects.gateway(id))
      comparison.watch(id)
    }
  }

  function unwatch(ids: readonly string[]): void {
    for (const id of ids) {
      if (!gateways.delete(id)) continue
      interest.remove(subjects.gateway(id))
      if (!interest.has(subjects.gateway(id))) comparison.unwatch(id)
    }
  }

  function watchPeople(ids: readonly string[]): void {
    for (const id of ids) {
      if (people.has(id)) continue
      people.add(id)
      interest.add(subjects.person(id))
    }
  }

  function unwatchPeople(ids: readonly string[]): void {
    for (const id of ids) if (people.delete(id)) interest.remove(subjects.person(id))
  }

  function unwatchAll(): void {
    unwatch([...gateways])
    unwatchPeople([...people])
  }

  return { watch, unwatch, watchPeople, unwatchPeople, unwatchAll }
}
