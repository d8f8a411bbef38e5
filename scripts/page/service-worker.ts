import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { compiledCatalogs } from './catalogs.ts'

const entry = join(import.meta.dirname, '../../client/service-worker/worker.ts')

/** Builds the service worker into one file of its own, under the one name by which browsers know it. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    async generateBundle() {
      const built = await build({
        configFile: false,
        logLevel: 'warn',
        plugins: [compiledCatalogs()],
        // A library would keep these words, which no browser knows.
        define: { 'process.env.NODE_ENV': JSON.stringify('production') },
        build: {
          write: false,
          assetsInlineLimit: 0,
          lib: { entry, formats: ['iife'], name: 'worker', fileName: () => 'service-worker.js' },
        },
      })
      const [{ output }] = [built].flat() as [Extract<typeof built, { output: unknown }>]
      const [{ code }] = output
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: code })
    },
  }
}
