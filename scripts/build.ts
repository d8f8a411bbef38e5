import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { createFirstScreenBuildConfig } from './page/first-screen.ts'
import { buildAndRecordSources } from './page/built-sources.ts'

const root = join(import.meta.dirname, '..')
// The page must be built for production. If a test starts this script, NODE_ENV has another value.
process.env['NODE_ENV'] = 'production'

// Moves Vite's manifest, which lists the files of each entry, out of dist/page. The portal serves all files of that
// folder.
await buildAndRecordSources(root, async () => {
  await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
  await build(createFirstScreenBuildConfig(root))
  await rename(join(root, 'dist/page/.vite/manifest.json'), join(root, 'dist/page-manifest.json'))
})
process.stdout.write('The page is built in dist/page.\n')
