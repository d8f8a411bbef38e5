/** The shapes of one icon. The package itself has types only for the import of all icons. */
declare module 'lucide/dist/esm/icons/*.mjs' {
  export type IconShapes = readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[]

  const shapes: IconShapes
  export default shapes
}
