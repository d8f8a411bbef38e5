import type { ComponentType } from 'react'

/** Few people have an unverified address, so the callout is loaded for them on demand, and can be preloaded. */
export const unverifiedEmailPart = createUnverifiedEmailPart()

function createUnverifiedEmailPart() {
  let component: ComponentType | null = null
  return {
    async load(): Promise<ComponentType> {
      component ??= (await import('./unverified-email-callout.tsx')).UnverifiedEmailCallout
      return component
    },
    /** Null until loaded. */
    loaded: () => component,
  }
}
