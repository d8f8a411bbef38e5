import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { createCatalogCompilerPlugin } from './catalogs.ts'

const entry = join(import.meta.dirname, '../../client/service-worker/worker.ts')

/**
 * Bundles the service worker into one file. The name of the file is fixed, because browsers look for an update of a
 * worker under the same name.
 */
export function bundleServiceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    async generateBundle() {
      const built = await build({
        configFile: false,
        logLevel: 'warn',
        plugins: [createCatalogCompilerPlugin()],
        // A library of the worker reads `process.env`, which browsers do not have.
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
