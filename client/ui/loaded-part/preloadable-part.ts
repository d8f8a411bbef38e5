import { type ComponentType, useState } from 'react'
import { useLazyComponent } from './use-lazy-component.ts'

export type PreloadablePart<Props extends object> = ReturnType<typeof createPreloadablePart<Props>>

/**
 * Creates a component that few people need. Its code loads on demand, but can be loaded before the page is drawn, so
 * that nothing moves when the component appears.
 */
export function createPreloadablePart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let component: ComponentType<Props> | null = null
  return {
    async load(): Promise<ComponentType<Props>> {
      component ??= await load()
      return component
    },
    /** Returns the component; null until its code is loaded. */
    loaded: () => component,
  }
}

/**
 * Returns the component; null while its code is not loaded, or if it is not wanted. If the code is already loaded, the
 * first rendering gets the component.
 */
export function usePreloadablePart<Props extends object>(
  { load, loaded }: PreloadablePart<Props>,
  isWanted = true,
  isAwaited = false,
): { Component: ComponentType<Props> } | null {
  const [atHand] = useState(() => withComponent(loaded()))
  const late = useLazyComponent(load, isWanted && atHand === null, isAwaited)
  return isWanted ? (atHand ?? late) : null
}

function withComponent<Props extends object>(
  Component: ComponentType<Props> | null,
): { Component: ComponentType<Props> } | null {
  return Component && { Component }
}
