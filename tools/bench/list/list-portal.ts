import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { findFreePorts } from '../../../scripts/free-ports.ts'
import { startServiceProcess } from '../../../scripts/processes/service-process.ts'
import { waitUntilReady } from '../../../scripts/processes/readiness.ts'
import { serviceSpecOf } from '../../../scripts/processes/service-spec.ts'
import { type AccessTokenIssuer, benchAudience } from './access-token-issuer.ts'

/** A server that answers list requests at `url`. `headers`: the request headers of different people. */
export type ListServer = { url: string; headers: Record<string, string>[]; stop(): Promise<void> }

/** The options of the portal. `subjects`: the people who request their lists. */
export type ListPortalOptions = { issuer: AccessTokenIssuer; databaseUrl: string; pageDir: string; subjects: string[] }

/** Starts a portal that has only the role `api`. */
export async function startListPortal({
  issuer,
  databaseUrl,
  pageDir,
  subjects,
}: ListPortalOptions): Promise<ListServer> {
  const port = await findFreePorts(2)
  const ports = { PORT: String(port), METRICS_PORT: String(port + 1) }
  const service = serviceSpecOf({
    name: 'portal',
    script: 'server/main.ts',
    env: { ...portalEnv({ issuer, databaseUrl, pageDir }), ...ports },
    ready: { kind: 'http', url: `http://127.0.0.1:${port}/livez` },
  })
  const child = await startServiceProcess(service, { logFolder: pageDir, baseEnv: process.env })
  await waitUntilReady(service, child)
  const tokens = await Promise.all(subjects.map(issuer.tokenOf))
  const headers = tokens.map((token) => ({ authorization: `Bearer ${token}` }))
  return { url: `http://127.0.0.1:${port}/api/2/connections?brand=cedar`, headers, stop: child.stop }
}

function portalEnv({ issuer, databaseUrl, pageDir }: Omit<ListPortalOptions, 'subjects'>): Record<string, string> {
  const key = Buffer.alloc(32, 1).toString('base64')
  return {
    ROLES: 'api',
    HOST: '127.0.0.1',
    DATABASE_URL: databaseUrl,
    OIDC_ISSUER: issuer.url,
    OIDC_AUDIENCE: benchAudience,
    OIDC_CLIENT_ID: 'bench',
    OIDC_CLIENT_SECRET: 'bench',
    SESSION_KEY: key,
    REGISTRY_KEY: key,
    POLICIES_URL: 'http://127.0.0.1:1',
    PAGE_DIR: pageDir,
    LOG_LEVEL: 'warn',
  }
}

/** Writes an `index.html` without content, because the portal does not start without a web app. */
export async function writeEmptyPage(directory: string): Promise<void> {
  await mkdir(path.join(directory, 'assets'), { recursive: true })
  await writeFile(path.join(directory, 'index.html'), '<!doctype html>')
}
