/**
 * Writes ids together: those that come while the last ones are written share the next writing. Each promise resolves once
 * its id is written.
 */
export function collectEnded(write: (ids: readonly string[]) => Promise<void>): (id: string) => Promise<void> {
  let open: { ids: string[]; written: Promise<void> } | null = null
  let last: Promise<void> = Promise.resolve()

  function begin(): { ids: string[]; written: Promise<void> } {
    const ids: string[] = []
    const written = writeAfter(last, ids)
    last = written.catch(() => {})
    return { ids, written }
  }

  async function writeAfter(before: Promise<void>, ids: readonly string[]): Promise<void> {
    await before
    open = null
    await write(ids)
  }

  return async (id) => {
    open ??= begin()
    open.ids.push(id)
    await open.written
  }
}
