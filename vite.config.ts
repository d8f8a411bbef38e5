import react from '@vitejs/plugin-react'
import { join } from 'node:path'
import { defineConfig } from 'vite'
import { brandIcons } from './scripts/page/brand-icons.ts'
import { compiledCatalogs, languageOfTexts } from './scripts/page/catalogs.ts'
import { compiledAhead } from './scripts/page/compiled-ahead.ts'
import { firstCalls } from './scripts/page/first-calls.ts'
import { addLongListLinks } from './scripts/page/long-list-links.ts'
import { noScript } from './scripts/page/no-script.ts'
import { precompressed } from './scripts/page/precompressed.ts'
import { serviceWorker } from './scripts/page/service-worker.ts'

const root = import.meta.dirname

/** Builds the page from client/ into dist/page, with a content hash in every file name except index.html. */
export default defineConfig({
  root: join(root, 'client'),
  cacheDir: join(root, 'node_modules/.vite'),
  resolve: {
    alias: [
      { find: 'sockjs-client', replacement: join(root, 'client/live/plain-socket.ts') },
      // The text provider always states a locale, so that react-aria needs no default.
      { find: /^\.\/useDefaultLocale\.mjs$/u, replacement: join(root, 'client/i18n/default-locale.ts') },
      // The shim of useSyncExternalStore for React 17 and older.
      { find: /^use-sync-external-store\/shim(?:\/index\.js)?$/u, replacement: 'react' },
    ],
  },
  plugins: [
    // Decision 070.
    react({ jsxImportSource: '#client/jsx' }),
    compiledCatalogs(),
    compiledAhead(),
    firstCalls(),
    addLongListLinks(),
    noScript(),
    brandIcons(),
    serviceWorker(),
    precompressed(),
  ],
  build: {
    outDir: join(root, 'dist/page'),
    emptyOutDir: true,
    manifest: true,
    // Nothing is inlined, because the content security policy allows no data: sources.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    // Every supported browser supports modulepreload.
    modulePreload: { polyfill: false },
    // Makes the first view 2 kB smaller than the bundler's own minifier.
    minify: 'terser',
    terserOptions: { compress: { passes: 3, ecma: 2022 } },
    // Code for every view is in one file instead of thirty, and code for every form in another: they compress better and
    // need one request. The search is in the first view, because it uses the styles of a field without its code.
    rolldownOptions: {
      // These timings are of no use to people who start the portal for the first time.
      checks: { pluginTimings: false },
      // Unused schemas of the contract are dropped, because creating one has no side effects.
      treeshake: {
        moduleSideEffects: [{ test: /\/contract\/[\w-]+\.ts$/u, sideEffects: false }],
        manualPureFunctions: ['z'],
      },
      output: {
        // Texts have the name of their language: the scripts contain the names of all texts, so these are short.
        chunkFileNames: ({ facadeModuleId, name }) => `assets/${languageOfTexts(facadeModuleId) ?? name}-[hash].js`,
        entryFileNames: 'assets/page-[hash].js',
        codeSplitting: {
          groups: [
            { name: 'page', tags: ['$initial'] },
            // Small, and needed by several files that load later: files of their own would cost a request each.
            {
              name: 'shared',
              test: /client[\\/](?:ui[\\/](?:form|search-field|panel|field[\\/].*\.css|checkbox[\\/].*\.css|empty-state[\\/]empty-part|dialog[\\/]dialog-foot|callout[\\/]arriving)|i18n[\\/]default-country|save-file|account[\\/]account-page\.module|appliances[\\/](?:access[\\/]takeover[\\/]takeover\.module|provider[\\/]invitation[\\/]inviting-company)|styles[\\/]rows|receipts[\\/]jws-part)|contract[\\/](?:telemetry|claim|sharing)\.ts/u,
            },
            { name: 'fields', test: /client[\\/]ui[\\/](?:field|text-field)[\\/]/u },
            // Loaded after the first view is shown: client/late-part.ts.
            {
              name: 'late',
              test: /client[\\/](?:late-part|notices[\\/](?:notice-bell|bell|notices-slice)|app[\\/](?:notice-effects|keep-state)|i18n[\\/]notice-texts|icons[\\/]appliance-drawing|appliances[\\/](?:working-time|readings[\\/]day-line[\\/](?:day-line|day|day-sentence|day-words|kept-days|use-day)\.tsx?))|contract[\\/](?:notices|history(?:-api)?)\./u,
            },
          ],
        },
      },
    },
  },
  server: { fs: { allow: [root] } },
})
