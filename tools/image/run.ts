import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buildImage } from './build-image.ts'
import { buildBaseImage } from './base-image.ts'
import { prepareImagePackages } from './image-packages.ts'
import { recordImageDigest } from './image-digest.ts'
import { ImageError, refuseMissingTools } from './image-tools.ts'
import { tryImage } from './try-image.ts'
import { buildPageIfStale } from '../../scripts/processes/page.ts'
import { StartError } from '../../scripts/processes/start-error.ts'

// `npm run image` builds the container image with buildah, and tests it. Each role runs without privileges, with a
// read-only root, against its own PostgreSQL.
//
// `npm run image -- prepare` only creates dist/image, for `docker build -f deploy/Containerfile .` on another
// machine.

const root = join(import.meta.dirname, '../..')
const onlyPrepare = process.argv[2] === 'prepare'
const printLine = (text: string): void => void process.stdout.write(`${text}\n`)

try {
  if (!onlyPrepare) await refuseMissingTools()
  await mkdir(join(root, 'dist/image/state'), { recursive: true })
  await buildPageIfStale(printLine)
  await prepareImagePackages(root, printLine)
  if (onlyPrepare) printLine('dist/image is ready: docker build --file deploy/Containerfile --tag gateway-portal .')
  else await buildAndTry()
} catch (error) {
  if (!(error instanceof ImageError || error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

async function buildAndTry(): Promise<void> {
  const name = await buildImage(root, await buildBaseImage(root, printLine), printLine)
  await tryImage(name, printLine)
  await recordImageDigest(root, name)
}
