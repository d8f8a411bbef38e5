import react from '@vitejs/plugin-react'
import { join } from 'node:path'
import { defineConfig } from 'vite'
import { addBrandIcons } from './scripts/page/brand-icons.ts'
import { createCatalogCompilerPlugin, languageOfCatalog } from './scripts/page/catalogs.ts'
import { nameCssClass } from './scripts/page/class-names.ts'
import { addCompileHint } from './scripts/page/compile-hint.ts'
import { addFirstCalls } from './scripts/page/first-calls.ts'
import { addLongListLinks } from './scripts/page/long-list-links.ts'
import { addNoScriptTexts } from './scripts/page/no-script.ts'
import { compressFiles } from './scripts/page/compress-files.ts'
import { bundleServiceWorker } from './scripts/page/service-worker.ts'

const root = import.meta.dirname

/** Builds the web app from client/ into dist/page. Every file name except index.html contains a content hash. */
export default defineConfig({
  root: join(root, 'client'),
  cacheDir: join(root, 'node_modules/.vite'),
  resolve: {
    alias: [
      { find: 'sockjs-client', replacement: join(root, 'client/live/plain-web-socket.ts') },
      // Replaces the module that finds the default locale. The app's text provider always sets a locale, so
      // react-aria needs no default.
      { find: /^\.\/useDefaultLocale\.mjs$/u, replacement: join(root, 'client/i18n/default-locale.ts') },
      // Replaces the implementation of useSyncExternalStore for React 17 and older.
      { find: /^use-sync-external-store\/shim(?:\/index\.js)?$/u, replacement: 'react' },
    ],
  },
  plugins: [
    // Uses the project's own JSX runtime. Decision 070.
    react({ jsxImportSource: '#client/jsx' }),
    createCatalogCompilerPlugin(),
    addCompileHint(),
    addFirstCalls(),
    addLongListLinks(),
    addNoScriptTexts(),
    addBrandIcons(),
    bundleServiceWorker(),
    compressFiles(),
  ],
  css: { modules: { generateScopedName: nameCssClass } },
  build: {
    outDir: join(root, 'dist/page'),
    emptyOutDir: true,
    manifest: true,
    // Inlines no files, because the content security policy allows no data: URLs.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    // Every supported browser supports modulepreload without a polyfill.
    modulePreload: { polyfill: false },
    // The first view is 2 kB smaller with terser than with the bundler's own minifier.
    minify: 'terser',
    terserOptions: { compress: { passes: 3, ecma: 2022 } },
    // Puts the code that every view needs into one file instead of thirty, and the code that every form needs into
    // another. The larger files compress better and need one request each. The search is in the first view, because
    // it uses the styles of a field without its code.
    rolldownOptions: {
      // Hides the timings of plugins, which are of no use to people who start the portal for the first time.
      checks: { pluginTimings: false },
      // Drops unused schemas of the contract, which is safe because creating a schema has no side effects.
      treeshake: {
        moduleSideEffects: [{ test: /\/contract\/[\w-]+\.ts$/u, sideEffects: false }],
        manualPureFunctions: ['z'],
      },
      output: {
        // Names the files of texts only by their language. The scripts contain the names of all these files, so short
        // names make the scripts smaller.
        chunkFileNames: ({ facadeModuleId, name }) => `assets/${languageOfCatalog(facadeModuleId) ?? name}-[hash].js`,
        entryFileNames: 'assets/page-[hash].js',
        codeSplitting: {
          groups: [
            { name: 'page', tags: ['$initial'] },
            // Small modules that several files need later. As separate files, each of them would cost a request.
            {
              name: 'shared',
              test: /client[\\/](?:ui[\\/](?:form|search-field|panel|field[\\/].*\.css|checkbox[\\/].*\.css|empty-state[\\/]empty-part|dialog[\\/]dialog-foot|callout[\\/]arriving)|i18n[\\/]default-country|save-file|account[\\/]account-page\.module|appliances[\\/](?:access[\\/]takeover[\\/]takeover\.module|provider[\\/]invitation[\\/]inviting-company)|styles[\\/]rows|receipts[\\/]jws-part)|contract[\\/](?:telemetry|claim|sharing)\.ts/u,
            },
            { name: 'fields', test: /client[\\/]ui[\\/](?:field|text-field)[\\/]/u },
            // Modules that load after the first view is visible; see client/late-part.ts.
            {
              name: 'late',
              test: /client[\\/](?:late-part|notices[\\/](?:notice-bell|bell|notices-slice)|app[\\/](?:notice-effects|store-last-state)|icons[\\/]appliance-drawing|appliances[\\/](?:working-time|readings[\\/]day-line[\\/](?:day-line|day|day-sentence|day-words|cached-days|use-day)\.tsx?))|contract[\\/](?:notices|history(?:-api)?)\./u,
            },
          ],
        },
      },
    },
  },
  server: { fs: { allow: [root] } },
})
