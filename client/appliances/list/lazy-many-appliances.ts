import { createPreparedPart } from '#client/ui/loaded-part/prepared-part.ts'

/** The list of many appliances. */
export const manyPart = createPreparedPart(async () => (await import('./many-appliances.tsx')).ManyAppliances)
