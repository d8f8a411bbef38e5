import react from '@vitejs/plugin-react'
import { join } from 'node:path'
import { defineConfig } from 'vite'
import { compiledCatalogs } from './scripts/page/catalogs.ts'
import { precompressed } from './scripts/page/precompressed.ts'

const root = import.meta.dirname

/** The page: sources in client/, built into dist/page with a content hash in every file name but index.html. */
export default defineConfig({
  root: join(root, 'client'),
  cacheDir: join(root, 'node_modules/.vite'),
  // sockjs-client, inside the event bus client, calls the window by Node's name.
  define: { global: 'globalThis' },
  plugins: [react(), compiledCatalogs(), precompressed()],
  // Nothing is inlined: the content security policy allows no data: sources.
  build: { outDir: join(root, 'dist/page'), emptyOutDir: true, manifest: true, assetsInlineLimit: 0 },
  server: { fs: { allow: [root] } },
})
