import type { ComponentType } from 'react'

/** A component whose code comes apart from the page's own, and may be asked for before it is shown. */
export type LatePart<Props extends object> = {
  load(): Promise<ComponentType<Props>>
  /** Null until it was loaded. */
  loaded(): ComponentType<Props> | null
}

export function createLatePart<Props extends object>(load: () => Promise<ComponentType<Props>>): LatePart<Props> {
  let component: ComponentType<Props> | null = null
  return {
    async load() {
      component ??= await load()
      return component
    },
    loaded: () => component,
  }
}
