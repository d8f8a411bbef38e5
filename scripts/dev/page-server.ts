import { copyFile, mkdir } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { createServer as createVite, type ViteDevServer } from 'vite'
import { forwardRequest, forwardWebSocket } from './forward.ts'
import { readGalleryDocument } from './gallery.ts'

const root = join(import.meta.dirname, '../..')
const portalPaths = /^\/(?:api|auth|brand)\//u

/** Creates a page folder for the portal whose document loads /main.tsx, which Vite serves. */
export async function createSourcePageFolder(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'dev-page')
  await mkdir(join(folder, 'assets'), { recursive: true })
  await copyFile(join(root, 'client/index.html'), join(folder, 'index.html'))
  return folder
}

export type PageServerOptions = { port: number; host: string; portalPort: number }

/**
 * Serves the page from its sources, with automatic reload, in front of a running portal. The portal supplies the
 * documents with the brand, and everything else that Vite does not serve. The portal itself does not serve the gallery.
 */
export async function startPageServer({ port, host, portalPort }: PageServerOptions): Promise<void> {
  const server = createServer()
  const vite = await createVite({
    configFile: join(root, 'vite.config.ts'),
    appType: 'custom',
    server: { middlewareMode: true, ws: { server } },
  })
  server.on('request', (request, response) => {
    const path = pathOf(request)
    if (portalPaths.test(path)) return forwardRequest(request, response, portalPort)
    if (request.headers.accept?.includes('text/html')) {
      return void sendDocument(vite, { request, response, portalPort })
    }
    return vite.middlewares(request, response, () => forwardRequest(request, response, portalPort))
  })
  server.on('upgrade', (request, socket) => {
    if (portalPaths.test(pathOf(request))) forwardWebSocket(request, socket, portalPort)
  })
  await new Promise<void>((resolve) => server.listen({ port, host }, resolve))
}

function pathOf({ url = '/' }: IncomingMessage): string {
  return new URL(url, 'http://page').pathname
}

type Exchange = { request: IncomingMessage; response: ServerResponse; portalPort: number }

// Sends the document without the portal's content security policy, which would block Vite's client.
async function sendDocument(vite: ViteDevServer, { request, response, portalPort }: Exchange): Promise<void> {
  try {
    const url = request.url ?? '/'
    const { html, status, cookies } = (await documentOfGallery(url)) ?? (await documentOfPortal(request, portalPort))
    response.setHeader('set-cookie', cookies)
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
    response.end(await vite.transformIndexHtml(url, html))
  } catch (error) {
    response.writeHead(503, { 'content-type': 'text/plain', refresh: '1' })
    response.end(`The portal is starting: ${(error as Error).message}`)
  }
}

type PageDocument = { html: string; status: number; cookies: string[] }

async function documentOfGallery(url: string): Promise<PageDocument | undefined> {
  const html = await readGalleryDocument(url)
  return html === undefined ? undefined : { html, status: 200, cookies: [] }
}

async function documentOfPortal({ url, headers }: IncomingMessage, portalPort: number): Promise<PageDocument> {
  const cookie = headers.cookie ?? ''
  const answer = await fetch(`http://127.0.0.1:${portalPort}${url}`, { headers: { cookie }, redirect: 'manual' })
  return { html: await answer.text(), status: answer.status, cookies: answer.headers.getSetCookie() }
}
