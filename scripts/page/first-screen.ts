import react from '@vitejs/plugin-react'
import { basename, dirname, join } from 'node:path'
import type { InlineConfig } from 'vite'
import { firstScreenModule } from '../../contract/first-screen.ts'
import { compiledCatalogs } from './catalogs.ts'

/**
 * How the module is built with which the server draws the first screen: the page's own components, and beside them
 * nothing that has to be installed where the server runs. Decision 059.
 */
export function firstScreenBuild(root: string): InlineConfig {
  return {
    configFile: false,
    root: join(root, 'client'),
    cacheDir: join(root, 'node_modules/.vite'),
    logLevel: 'warn',
    plugins: [react({ jsxImportSource: '#client/jsx' }), compiledCatalogs()],
    // As in a browser in which nobody was before.
    define: {
      'process.env.NODE_ENV': '"production"',
      'history.state': 'null',
      localStorage: '({ getItem: () => null })',
    },
    ssr: { noExternal: true },
    build: {
      ssr: join(root, 'client/app/draw-first-screen.tsx'),
      outDir: join(root, 'dist/page', dirname(firstScreenModule)),
      emptyOutDir: true,
      // Nobody waits for it to come.
      chunkSizeWarningLimit: 2_000,
      rolldownOptions: { checks: { pluginTimings: false }, output: { entryFileNames: basename(firstScreenModule) } },
    },
  }
}
