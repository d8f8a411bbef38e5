import { type ComponentType, useState } from 'react'
import { useLateComponent } from './use-late-component.ts'

export type PreparedPart<Props extends object> = ReturnType<typeof createPreparedPart<Props>>

/**
 * A component that few people need. Its code loads on demand, and can be loaded before the page is drawn, so that
 * nothing moves when the component appears.
 */
export function createPreparedPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let component: ComponentType<Props> | null = null
  return {
    async load(): Promise<ComponentType<Props>> {
      component ??= await load()
      return component
    },
    /** Null until loaded. */
    loaded: () => component,
  }
}

/**
 * Returns the component: in the first drawing if its code is loaded already, otherwise after the load. Null until then,
 * and if the component is not wanted.
 */
export function usePreparedPart<Props extends object>(
  { load, loaded }: PreparedPart<Props>,
  isWanted = true,
  isAwaited = false,
): { Component: ComponentType<Props> } | null {
  const [atHand] = useState(() => withComponent(loaded()))
  const late = useLateComponent(load, isWanted && atHand === null, isAwaited)
  return isWanted ? (atHand ?? late) : null
}

function withComponent<Props extends object>(
  Component: ComponentType<Props> | null,
): { Component: ComponentType<Props> } | null {
  return Component && { Component }
}
