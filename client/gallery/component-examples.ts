import type { Example } from '#client/ui/example.ts'

const files = import.meta.glob<{ examples: Example[] }>('../**/*.examples.tsx')
const loaders = new Map(Object.entries(files).map(([path, load]) => [nameOf(path), load]))

/** The names of all components with examples, sorted. A name is that of the file without `.examples.tsx`. */
export const componentNames: readonly string[] = [...loaders.keys()].toSorted()

/** Loads the examples of one component; an empty list if the component does not exist. */
export async function loadExamples(component: string): Promise<readonly Example[]> {
  return (await loaders.get(component)?.())?.examples ?? []
}

function nameOf(path: string): string {
  return path.replace(/^.*\//u, '').replace('.examples.tsx', '')
}
