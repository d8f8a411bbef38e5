import { createPreparedPart } from '#client/ui/loaded-part/prepared-part.ts'

/** The component for a long list, which loads on demand. */
export const manyAppliancesPart = createPreparedPart(async () => (await import('./many-appliances.tsx')).ManyAppliances)
