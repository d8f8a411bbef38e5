import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Registry, collectDefaultMetrics } from 'prom-client'
import { readBrands } from '#brands/read-brands.ts'
import { findFreePorts } from '../../scripts/free-ports.ts'
import { createNatsMetrics } from '#server/live/bus/nats/metrics.ts'
import { systemClock } from '#server/clock.ts'
import { parseConfig } from '#server/config.ts'
import { registerDatabaseMetrics } from '#server/database/metrics.ts'
import type { TestDatabase } from '../database.ts'
import { startIngestProcess } from '#server/ingest-process.ts'
import { createTestCertificate } from '../live/test-certificate.ts'
import { startJobsProcess } from '#server/jobs-process.ts'
import { openLog } from '#server/log.ts'
import { startServingRoles } from '#server/portal-process.ts'

const starters = { api: startServingRoles, ingest: startIngestProcess, jobs: startJobsProcess }

export type TestRole = keyof typeof starters

export const testRoles = Object.keys(starters) as TestRole[]

/** The remaining lifetime of the test's certificate, in days, like that of a renewed certificate. */
const certificateDays = 90

/**
 * Starts one role of the portal in this process and registers its metrics. Returns their registry and a function that
 * stops the role.
 */
export async function startTestRole(
  role: TestRole,
  { database, folder }: { database: TestDatabase; folder: string },
): Promise<{ registry: Registry; close: () => Promise<void> }> {
  const config = parseConfig(await settingsOf(role, { database, folder }), 'cedar')
  const registry = new Registry()
  registerDatabaseMetrics(registry, database.pool)
  collectDefaultMetrics({ register: registry })
  // Also creates the metrics of NATS, which the portal creates only if BUS_URL is set.
  createNatsMetrics(registry)
  const log = openLog('silent', role)
  const ending = new AbortController().signal
  const brands = await readBrands()
  const close = await starters[role]({
    config,
    database,
    brands,
    clock: systemClock,
    log,
    registry,
    probes: [],
    ending,
  })
  return { registry, close }
}

async function settingsOf(
  role: TestRole,
  { database, folder }: { database: TestDatabase; folder: string },
): Promise<Record<string, string>> {
  const key = Buffer.alloc(32, 1).toString('base64')
  const certificate = createTestCertificate({ validDays: certificateDays })
  const at = (name: string): string => join(folder, name)
  await mkdir(at('page'), { recursive: true })
  await writeFile(at('page/index.html'), '<!doctype html>')
  await writeFile(at('tls.crt'), certificate.cert)
  await writeFile(at('tls.key'), certificate.key)
  return {
    ROLES: role === 'api' ? 'api,push' : role,
    HOST: '127.0.0.1',
    PORT: String(await findFreePorts(5)),
    MQTT_HOST: '127.0.0.1',
    MQTT_TLS_CERT: at('tls.crt'),
    MQTT_TLS_KEY: at('tls.key'),
    DATABASE_URL: database.url,
    OIDC_ISSUER: 'http://127.0.0.1:9',
    OIDC_AUDIENCE: 'gateway-portal',
    OIDC_CLIENT_ID: 'portal',
    OIDC_CLIENT_SECRET: 'secret',
    DRAIN_SECONDS: '0',
    SESSION_KEY: key,
    REGISTRY_KEY: key,
    POLICIES_URL: 'http://127.0.0.1:9',
    PAGE_DIR: at('page'),
    EXPORT_STORE: `file:${at('exports')}`,
    SMTP_URL: 'smtp://127.0.0.1:9',
    LOG_LEVEL: 'silent',
  }
}
