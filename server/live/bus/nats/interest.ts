/** The subscribed subjects, with the number of their users. */
export type Interest = {
  add(subject: string): void
  remove(subject: string): void
  has(subject: string): boolean
}

/** Called when a subject gets its first user, and loses its last one. */
export type InterestObserver = { listen(subject: string): void; unlisten(subject: string): void }

export function createInterest(observer: InterestObserver): Interest {
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
