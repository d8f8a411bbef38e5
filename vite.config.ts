import react from '@vitejs/plugin-react'
import { join } from 'node:path'
import { defineConfig } from 'vite'
import { answersAlone } from './scripts/page/answers-alone.ts'
import { brandIcons } from './scripts/page/brand-icons.ts'
import { compiledCatalogs } from './scripts/page/catalogs.ts'
import { compiledAhead } from './scripts/page/compiled-ahead.ts'
import { firstCalls } from './scripts/page/first-calls.ts'
import { lazySchemas } from './scripts/page/lazy-schemas.ts'
import { manyLinks } from './scripts/page/many-links.ts'
import { noScript } from './scripts/page/no-script.ts'
import { precompressed } from './scripts/page/precompressed.ts'
import { serviceWorker } from './scripts/page/service-worker.ts'

const root = import.meta.dirname

/** The page: sources in client/, built into dist/page with a content hash in every file name but index.html. */
export default defineConfig({
  root: join(root, 'client'),
  cacheDir: join(root, 'node_modules/.vite'),
  resolve: {
    alias: [
      { find: 'sockjs-client', replacement: join(root, 'client/live/plain-socket.ts') },
      // What stands in for it in older versions of React.
      { find: /^use-sync-external-store\/shim(?:\/index\.js)?$/u, replacement: 'react' },
    ],
  },
  plugins: [
    // Decision 070.
    react({ jsxImportSource: '#client/jsx' }),
    answersAlone(),
    lazySchemas(),
    compiledCatalogs(),
    compiledAhead(),
    firstCalls(),
    manyLinks(),
    noScript(),
    brandIcons(),
    serviceWorker(),
    precompressed(),
  ],
  build: {
    outDir: join(root, 'dist/page'),
    emptyOutDir: true,
    manifest: true,
    // Nothing is inlined: the content security policy allows no data: sources.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    // Every browser that can run the page knows modulepreload.
    modulePreload: { polyfill: false },
    // 2 kB less of the first view than by the bundler's own minifier.
    minify: 'terser',
    terserOptions: { compress: { passes: 3, ecma: 2022 } },
    // What every view needs is one file, not thirty, and what every form needs another: they compress better, and the
    // browser asks once. The search stands in the first view: it needs the looks of a field without the code of one.
    rolldownOptions: {
      // Who starts the portal for the first time has no use for them.
      checks: { pluginTimings: false },
      output: {
        codeSplitting: {
          groups: [
            { name: 'page', tags: ['$initial'] },
            { name: 'form', test: /client[\\/]ui[\\/](?:form|search-field|field[\\/].*\.css)/u },
            { name: 'fields', test: /client[\\/]ui[\\/](?:field|text-field)[\\/]/u },
            // All of it comes with the bell, once the first view stands.
            {
              name: 'bell',
              test: /client[\\/](?:notices[\\/](?:notice-bell|bell|notices-slice)|app[\\/]notice-effects|i18n[\\/]notice-texts)|contract[\\/]notices\./u,
            },
          ],
        },
      },
    },
  },
  server: { fs: { allow: [root] } },
})
