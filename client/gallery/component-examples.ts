import type { Example } from '#client/ui/example.ts'

const files = import.meta.glob<{ examples: Example[] }>('../**/*.examples.tsx')
const loaders = new Map(Object.entries(files).map(([path, load]) => [nameOf(path), load]))

/** Every component that has examples, by the name of its file, in order. */
export const componentNames: readonly string[] = [...loaders.keys()].toSorted()

/** The examples of one component; none of one that there is not. */
export async function examplesOf(component: string): Promise<readonly Example[]> {
  return (await loaders.get(component)?.())?.examples ?? []
}

function nameOf(path: string): string {
  return path.replace(/^.*\//u, '').replace('.examples.tsx', '')
}
