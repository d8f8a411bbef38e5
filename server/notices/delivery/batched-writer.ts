/**
 * Returns a function that writes an item with `write`. Items that arrive during a write are written together in the
 * next write. The returned function resolves when its item is written.
 */
export function createBatchedWriter<Item>(
  write: (items: readonly Item[]) => Promise<void>,
): (item: Item) => Promise<void> {
  let open: { items: Item[]; written: Promise<void> } | null = null
  let last: Promise<void> = Promise.resolve()

  function begin(): { items: Item[]; written: Promise<void> } {
    const items: Item[] = []
    const written = writeAfter(last, items)
    last = written.catch(() => {})
    return { items, written }
  }

  async function writeAfter(before: Promise<void>, items: readonly Item[]): Promise<void> {
    await before
    open = null
    await write(items)
  }

  return async (item) => {
    open ??= begin()
    open.items.push(item)
    await open.written
  }
}
