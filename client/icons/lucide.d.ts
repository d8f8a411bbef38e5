/** What an icon is drawn of; the package has types for all of them at once alone. */
declare module 'lucide/dist/esm/icons/*.mjs' {
  export type IconShapes = readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[]

  const shapes: IconShapes
  export default shapes
}
