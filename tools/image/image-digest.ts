import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runBuildah } from './image-tools.ts'

/** Returns the path of the file in which `npm run image` records the digest of the built image, as `name@sha256:…`. */
export function imageDigestPath(root: string): string {
  return join(root, 'dist/image/digest.txt')
}

/** Records the digest of a built image. `npm run evidence` adds the digest to the checksums. */
export async function recordImageDigest(root: string, name: string): Promise<void> {
  const inspected = await runBuildah('inspect', '--type', 'image', '--format', '{{.FromImageDigest}}', name)
  await writeFile(imageDigestPath(root), `${name}@${inspected}\n`)
}
