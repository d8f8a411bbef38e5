import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { findFreePorts } from '../../../scripts/free-ports.ts'
import { startServiceProcess } from '../../../scripts/processes/service-process.ts'
import { waitUntilReady } from '../../../scripts/processes/readiness.ts'
import { serviceSpecOf } from '../../../scripts/processes/service-spec.ts'
import { createIssuerServer, createSigningKey, createTokenIssuer, type TokenIssuer } from '../../access-tokens.ts'
import { createRoleSettings } from '../../role-settings.ts'

/** An issuer of access tokens with the URL at which portals find its key. */
export type BenchIssuer = TokenIssuer & AsyncDisposable & { url: string }

export async function createBenchIssuer(): Promise<BenchIssuer> {
  const port = await findFreePorts(1)
  const [url, jwk] = [`http://127.0.0.1:${port}`, await createSigningKey()]
  const server = createIssuerServer(url, jwk).listen(port, '127.0.0.1')
  return { ...(await createTokenIssuer(url, jwk)), url, [Symbol.asyncDispose]: async () => void server.close() }
}

/** A server that answers list requests at `url`. `headers`: the request headers of different people. */
export type ListServer = AsyncDisposable & { url: string; headers: Record<string, string>[]; stop(): Promise<void> }

/**
 * The options of the portal. `folder`: the folder for its files and its log. `subjects`: the people who request their
 * lists.
 */
export type ListPortalOptions = { issuer: BenchIssuer; databaseUrl: string; folder: string; subjects: string[] }

/** Starts a portal that has only the role `api`, with an empty page. */
export async function startListPortal(options: ListPortalOptions): Promise<ListServer> {
  const { issuer, databaseUrl, folder, subjects } = options
  const pageDir = path.join(folder, 'page')
  await mkdir(path.join(pageDir, 'assets'), { recursive: true })
  await writeFile(path.join(pageDir, 'index.html'), '<!doctype html>')
  const settings = await createRoleSettings('api', databaseUrl)
  const origin = `http://127.0.0.1:${settings['PORT']}`
  const service = serviceSpecOf({
    name: 'portal',
    script: 'server/main.ts',
    env: { ...settings, OIDC_ISSUER: issuer.url, PAGE_DIR: pageDir },
    ready: { kind: 'http', url: `${origin}/livez` },
  })
  const { stop, ...child } = await startServiceProcess(service, { logFolder: folder, baseEnv: process.env })
  await waitUntilReady(service, { ...child, stop })
  const tokens = await Promise.all(subjects.map(issuer.of))
  const headers = tokens.map((token) => ({ authorization: `Bearer ${token}` }))
  const url = `${origin}/api/2/connections?brand=cedar`
  return { url, headers, stop, [Symbol.asyncDispose]: stop }
}
