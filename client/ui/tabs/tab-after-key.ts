export type KeyOnTab = {
  /** As in `KeyboardEvent.key`. */
  key: string
  /** Which tab has the focus; -1 for none. */
  focused: number
  count: number
}

/** Which tab a key moves the focus to, round the ends; null for a key that moves nothing. ARIA Authoring Practices, "Tabs". */
export function tabAfterKey({ key, focused, count }: KeyOnTab): number | null {
  if (focused === -1) return null
  if (key === 'ArrowRight') return (focused + 1) % count
  if (key === 'ArrowLeft') return (focused - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
