import { createLatePart } from '#client/ui/loaded-part/late-part.ts'
import type { ManyAppliancesProps } from './many-appliances.tsx'

/** Few people have many: what they need beside the cards is loaded for them. */
export const manyPart = createLatePart<ManyAppliancesProps>(
  async () => (await import('./many-appliances.tsx')).ManyAppliances,
)
