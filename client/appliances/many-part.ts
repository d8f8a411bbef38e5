import type { ComponentType } from 'react'
import type { ManyAppliancesProps } from './many-appliances.tsx'

/** Few people have many: what they need beside the cards is loaded for them, and may be asked for before it is shown. */
export const manyPart = createManyPart()

function createManyPart() {
  let component: ComponentType<ManyAppliancesProps> | null = null
  return {
    async load(): Promise<ComponentType<ManyAppliancesProps>> {
      component ??= (await import('./many-appliances.tsx')).ManyAppliances
      return component
    },
    /** Null until it was loaded. */
    loaded: () => component,
  }
}
