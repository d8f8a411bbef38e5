import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buildImage } from './build-image.ts'
import { prepareImagePackages } from './image-packages.ts'
import { recordImageDigest } from './image-digest.ts'
import { refuseMissingTools } from './image-tools.ts'
import { runImageTrial } from './image-trial.ts'
import { buildPageIfStale } from '../../scripts/processes/build-page.ts'
import { runProgram } from '../../scripts/processes/run-program.ts'

// `npm run image` builds the container image with buildah, and tests it. Each role runs without privileges, with a
// read-only root, against an embedded PostgreSQL.
//
// `npm run image -- prepare` only creates dist/image, for `docker build -f deploy/Containerfile .` on another machine.

const root = join(import.meta.dirname, '../..')
const onlyPrepare = process.argv[2] === 'prepare'

await runProgram({ codeOfSignal: 130 }, async ({ printLine }) => {
  if (!onlyPrepare) await refuseMissingTools()
  await mkdir(join(root, 'dist/image/state'), { recursive: true })
  await buildPageIfStale(printLine)
  await prepareImagePackages(root, printLine)
  if (onlyPrepare) {
    printLine('dist/image is ready: docker build --file deploy/Containerfile --tag gateway-portal .')
    return 0
  }
  const name = await buildImage(root, printLine)
  await runImageTrial(name, printLine)
  await recordImageDigest(root, name)
  return 0
})
