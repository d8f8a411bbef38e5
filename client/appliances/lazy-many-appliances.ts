import type { ComponentType } from 'react'
import type { ManyAppliancesProps } from './many-appliances.tsx'

/** Few people have many appliances, so the additional code is loaded for them on demand, and can be preloaded. */
export const manyPart = createManyPart()

function createManyPart() {
  let component: ComponentType<ManyAppliancesProps> | null = null
  return {
    async load(): Promise<ComponentType<ManyAppliancesProps>> {
      component ??= (await import('./many-appliances.tsx')).ManyAppliances
      return component
    },
    /** Null until loaded. */
    loaded: () => component,
  }
}
