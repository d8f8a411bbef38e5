/** Counts how many bus subscriptions need each NATS subject. */
export type SubjectSubscriptionCounter = {
  add(subject: string): void
  remove(subject: string): void
  has(subject: string): boolean
}

/**
 * The observer of interest. `listen`: called for the first subscription to a subject. `unlisten`: called after the end
 * of the last subscription.
 */
export type SubjectObserver = { listen(subject: string): void; unlisten(subject: string): void }

export function createSubjectSubscriptionCounter(observer: SubjectObserver): SubjectSubscriptionCounter {
  const counts = new Map<string, number>()

  function add(subject: string): void {
    const count = counts.get(subject) ?? 0
    counts.set(subject, count + 1)
    if (count === 0) observer.listen(subject)
  }

  function remove(subject: string): void {
    const count = counts.get(subject) ?? 0
    if (count > 1) return void counts.set(subject, count - 1)
    counts.delete(subject)
    if (count === 1) observer.unlisten(subject)
  }

  return { add, remove, has: (subject) => counts.has(subject) }
}
