import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { firstScreenBuild } from './page/first-screen.ts'
import { noteFreshPage } from './page/stale.ts'

const root = join(import.meta.dirname, '..')
// What is built is what people get, also for tests, which say otherwise.
process.env['NODE_ENV'] = 'production'

// The manifest says what each entry loads; it is for us, so it does not stand among the served files.
await noteFreshPage(root, async () => {
  await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
  await build(firstScreenBuild(root))
  await rename(join(root, 'dist/page/.vite/manifest.json'), join(root, 'dist/page-manifest.json'))
})
process.stdout.write('The page is built in dist/page.\n')
