import type { Listeners } from './effects.ts'
import type { Store } from './store.ts'

/** Loads state and effects of a late part, and returns a function that adds them to the page. */
export type LoadEffects = () => Promise<() => void>

/** The effects of parts that few people open, or that follow the first view. Both bell and page of notices load theirs. */
export function createLateEffects(
  store: Store,
  listeners: Listeners,
): Record<'loadExports' | 'loadNotices', LoadEffects> {
  let hasNotices = false
  return {
    loadExports: async () => {
      const { addExportEffects } = await import('./export-effects.ts')
      return () => addExportEffects(store, listeners)
    },
    loadNotices: async () => {
      const { addNoticeEffects } = await import('#client/late-part.ts')
      return () => {
        if (!hasNotices) addNoticeEffects(store, listeners)
        hasNotices = true
      }
    },
  }
}
