import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, type Rolldown } from 'vite'
import { createCatalogCompilerPlugin } from '../page/catalogs.ts'
import { applyBrand } from './gallery.ts'

const root = join(import.meta.dirname, '../..')
const template = 'gallery/frame.html'

export type GalleryFile = { contentType: string; body: string | Buffer }

/** Returns the file for a path of the gallery's frames, or undefined for any other path. */
export type GalleryFileReader = (address: string) => Promise<GalleryFile | undefined>

/** Builds the frames of the gallery in memory, for programs that open hundreds of them. */
export async function buildGallery(): Promise<GalleryFileReader> {
  const { output } = (await build({
    configFile: false,
    root: join(root, 'client'),
    logLevel: 'error',
    resolve: { alias: [{ find: 'sockjs-client', replacement: join(root, 'client/live/plain-web-socket.ts') }] },
    plugins: [react({ jsxImportSource: '#client/jsx' }), createCatalogCompilerPlugin()],
    build: {
      write: false,
      minify: false,
      assetsInlineLimit: 0,
      rolldownOptions: { input: join(root, 'client', template) },
    },
  })) as Rolldown.RolldownOutput
  const files = new Map(output.map((file) => [`/${file.fileName}`, contentOf(file)]))
  const html = String(files.get(`/${template}`))
  return async (address) => {
    const { pathname, searchParams } = new URL(address, 'http://gallery')
    if (pathname === '/gallery/frame')
      return { contentType: 'text/html', body: await applyBrand(html, searchParams.get('brand')) }
    const body = files.get(pathname)
    return body === undefined ? undefined : { contentType: typeOf(pathname), body }
  }
}

function contentOf(file: Rolldown.OutputChunk | Rolldown.OutputAsset): string | Buffer {
  return file.type === 'chunk' ? file.code : Buffer.from(file.source)
}

function typeOf(path: string): string {
  if (path.endsWith('.js')) return 'text/javascript'
  return path.endsWith('.css') ? 'text/css' : 'application/octet-stream'
}
