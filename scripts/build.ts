import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { firstScreenBuild } from './page/first-screen.ts'
import { buildAndRecordSources } from './page/stale.ts'

const root = join(import.meta.dirname, '..')
// Tests set another value; the build must be for production.
process.env['NODE_ENV'] = 'production'

// The manifest lists what each entry loads. It is only for the build, so it is not among the served files.
await buildAndRecordSources(root, async () => {
  await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
  await build(firstScreenBuild(root))
  await rename(join(root, 'dist/page/.vite/manifest.json'), join(root, 'dist/page-manifest.json'))
})
process.stdout.write('The page is built in dist/page.\n')
