import react from '@vitejs/plugin-react'
import { basename, dirname, join } from 'node:path'
import type { InlineConfig } from 'vite'
import { firstScreenModulePath } from '../../contract/first-screen.ts'
import { createCatalogCompilerPlugin } from './catalogs.ts'
import { nameCssClass } from './class-names.ts'

/**
 * Returns the configuration that builds the module with which the server draws the first screen. The module contains
 * the page's components, so that the server needs no additional packages. Decision 048.
 */
export function createFirstScreenBuildConfig(root: string): InlineConfig {
  return {
    configFile: false,
    root: join(root, 'client'),
    cacheDir: join(root, 'node_modules/.vite'),
    logLevel: 'warn',
    plugins: [react({ jsxImportSource: '#client/jsx' }), createCatalogCompilerPlugin()],
    css: { modules: { generateScopedName: nameCssClass } },
    // Replaces browser globals, which the server does not have, by the values that they have in a browser without
    // stored data.
    define: {
      'process.env.NODE_ENV': '"production"',
      'history.state': 'null',
      localStorage: '({ getItem: () => null })',
    },
    ssr: { noExternal: true },
    build: {
      ssr: join(root, 'client/app/draw-first-screen.tsx'),
      outDir: join(root, 'dist/page', dirname(firstScreenModulePath)),
      emptyOutDir: true,
      // The size of this chunk does not matter, because no browser loads it.
      chunkSizeWarningLimit: 2_000,
      rolldownOptions: {
        checks: { pluginTimings: false },
        output: { entryFileNames: basename(firstScreenModulePath) },
      },
    },
  }
}
