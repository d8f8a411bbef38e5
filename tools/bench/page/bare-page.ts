import path from 'node:path'
import fastifyStatic from '@fastify/static'
import react from '@vitejs/plugin-react'
import Fastify from 'fastify'
import { build } from 'vite'
import { addSecurityHeaders } from '#server/http/security-headers.ts'
import { compressFiles } from '../../../scripts/page/compress-files.ts'

export type BarePage = { url: string; stop(): Promise<void> }

/** The content of the card on the page of the baseline. */
const connection = {
  name: 'Boiler 1',
  serial: '929220810',
  status: 'Working',
  since: '14:03',
  address: 'Werkstraße 22, 53111 Bonn',
}

/**
 * Starts the baseline: a React page that shows one card from one request. The page is built and served in the same way
 * as the portal's web app.
 */
export async function startBarePage(folder: string): Promise<BarePage> {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: path.join(import.meta.dirname, 'bare'),
    plugins: [react(), compressFiles()],
    build: { outDir: folder, emptyOutDir: true, assetsInlineLimit: 0 },
  })
  const app = Fastify()
  addSecurityHeaders(app)
  await app.register(fastifyStatic, {
    root: path.join(folder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
  })
  app.get('/', (_request, reply) => reply.header('cache-control', 'no-cache').sendFile('index.html', folder))
  app.get('/connection', async () => connection)
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  return { url: `${address}/`, stop: () => app.close() }
}
