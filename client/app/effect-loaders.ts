import type { EffectListeners } from './effects.ts'
import type { Store } from './store.ts'

/** Loads the code of a part's state and effects, and returns a function that adds them to the store. */
export type EffectLoader = () => Promise<() => void>

/**
 * Creates the loaders of state and effects that the first view does not need. Notices are added only once, because both
 * the bell and the page of notices load them.
 */
export function createEffectLoaders(
  store: Store,
  listeners: EffectListeners,
): Record<'loadExports' | 'loadNotices', EffectLoader> {
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
