import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { afterAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readBrands } from '#brands/read-brands.ts'
import { freePorts } from '../scripts/free-ports.ts'
import { findPromtool } from '../scripts/promtool.ts'
import { systemClock } from './clock.ts'
import { parseConfig } from './config.ts'
import { measureDatabase } from './database/metrics.ts'
import { testDatabase } from './database/testing.ts'
import { createNatsMetrics } from './bus/nats/metrics.ts'
import { startIngestProcess } from './ingest-process.ts'
import { makeTestCertificate } from './ingest/test-certificate.ts'
import { startJobsProcess } from './jobs-process.ts'
import { openLog } from './log.ts'
import { startPortal } from './portal-process.ts'

// What operators watch (deploy/prometheus, deploy/grafana, docs/runbook.md) names what the portal has.

type Alert = {
  alert: string
  expr: string
  annotations: { summary: string; runbook: string }
  labels: { severity: string }
}
type Rules = { groups: { name: string; rules: Alert[] }[] }
type Panel = {
  id: number
  type: string
  title: string
  gridPos: { x: number; y: number; w: number; h: number }
  targets?: { refId: string; expr: string }[]
}
type Dashboard = { uid: string; title: string; schemaVersion: number; panels: Panel[] }

const read = async (path: string): Promise<string> => readFile(join(import.meta.dirname, '..', path), 'utf8')
const rulesPath = 'deploy/prometheus/alerts.yaml'
const { groups } = parse(await read(rulesPath)) as Rules
const alerts = groups.flatMap(({ rules }) => rules)
const dashboard = JSON.parse(await read('deploy/grafana/gateway-portal.json')) as Dashboard
const targets = dashboard.panels.flatMap((panel) => panel.targets ?? [])

const starters = { push: startPortal, ingest: startIngestProcess, jobs: startJobsProcess }

const database = await testDatabase({ max: 10 })
const folder = await mkdtemp(join(tmpdir(), 'monitoring-'))
afterAll(async () => {
  await rm(folder, { recursive: true })
  await database.close()
})

/** The settings of a portal that has all that metrics tell of. */
async function settingsOf(role: string): Promise<Record<string, string>> {
  const certificate = makeTestCertificate()
  const at = (name: string): string => join(folder, name)
  await mkdir(at('page'), { recursive: true })
  await writeFile(at('page/index.html'), '<!doctype html>')
  await writeFile(at('tls.crt'), certificate.cert)
  await writeFile(at('tls.key'), certificate.key)
  const key = Buffer.alloc(32, 1).toString('base64')
  return {
    ROLES: role,
    HOST: '127.0.0.1',
    PORT: String(await freePorts(5)),
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

/** The names under which Prometheus finds what a process of each role shows. */
const product = namesOfProduct()

async function namesOfProduct(): Promise<Set<string>> {
  const names = new Set<string>()
  const brands = await readBrands()
  for (const [role, start] of Object.entries(starters)) {
    const config = parseConfig(await settingsOf(role), 'cedar')
    const registry = new Registry()
    collectDefaultMetrics({ register: registry })
    measureDatabase(registry, database.pool)
    // Shown where BUS_URL names one.
    createNatsMetrics(registry)
    const log = openLog('silent', role)
    const ending = new AbortController().signal
    const close = await start({ config, database, brands, clock: systemClock, log, registry, probes: [], ending })
    for (const { name, type } of await registry.getMetricsAsJSON()) {
      const parts = String(type) === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
      for (const part of parts) names.add(`${name}${part}`)
    }
    await close()
  }
  return names
}

const withoutPart = (name: string): string => name.replace(/_(?:bucket|sum|count)$/u, '')

const metricsIn = (expression: string): string[] =>
  [...expression.matchAll(/\b(?:gateway_portal|nodejs|process)_\w+/gu)].map(([name]) => name)

test('each metric that an alert or the dashboard names is one that the portal shows, and each that it shows is watched', async () => {
  const shown = await product
  const watched = new Set([...alerts, ...targets].flatMap(({ expr }) => metricsIn(expr)))
  expect([...watched].filter((name) => !shown.has(name))).toEqual([])
  const own = [...shown].filter((name) => name.startsWith('gateway_portal_'))
  const seen = new Set([...watched].map(withoutPart))
  expect(own.map(withoutPart).filter((name) => !seen.has(name))).toEqual([])
})

test('what only postgres_exporter shows stands apart, for who has it', () => {
  const optional = groups.filter(({ rules }) => rules.some(({ expr }) => /\bpg_\w/u.test(expr)))
  expect(optional.map(({ name }) => name)).toEqual(['gateway-portal-database'])
})

test('each alert has its section in the runbook, and each section its alert', async () => {
  const sections = new Map(
    (await read('docs/runbook.md'))
      .split(/^## /mu)
      .slice(1)
      .map((section) => [section.slice(0, section.indexOf('\n')), section]),
  )
  expect([...sections.keys()]).toEqual(alerts.map(({ alert }) => alert))
  for (const { alert, annotations, labels } of alerts) {
    expect(annotations.runbook).toBe(`docs/runbook.md#${alert.toLowerCase()}`)
    expect(annotations.summary).toMatch(/\.$/u)
    expect(['page', 'ticket']).toContain(labels.severity)
    expect(sections.get(alert)).toMatch(/\*\*Means\*\* .+\n\*\*Look at\*\* .+\n\*\*Do\*\* /su)
  }
})

test('what the runbook names is there: metrics, settings, chapters', async () => {
  const [runbook, manual] = [await read('docs/runbook.md'), await read('docs/operating.md')]
  const shown = new Set([...(await product)].map(withoutPart))
  expect(metricsIn(runbook).filter((name) => !shown.has(name))).toEqual([])
  const settings = [...runbook.matchAll(/`([A-Z][A-Z_]{4,})(?:=[^`]*)?`/gu)].map(([, name = '']) => name)
  expect(settings.length).toBeGreaterThan(3)
  expect(settings.filter((name) => !manual.includes(`\`${name}\``))).toEqual([])
  const anchors = [...runbook.matchAll(/operating\.md#([\w-]+)/gu)].map(([, anchor = '']) => anchor)
  const headings = [...manual.matchAll(/^#+ (.+)$/gmu)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w -]/gu, '')
      .replaceAll(' ', '-'),
  )
  expect(anchors.filter((anchor) => !headings.includes(anchor))).toEqual([])
})

test('the dashboard is one that Grafana takes: one id a panel, none over another, each with what it asks', () => {
  const { uid, title, schemaVersion, panels } = dashboard
  expect({ uid, title, schemaVersion }).toEqual({ uid: 'gateway-portal', title: 'Gateway portal', schemaVersion: 39 })
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
  expect(panels.filter(({ gridPos: { x, w } }) => x + w > 24)).toEqual([])
  const charts = panels.filter(({ type }) => type !== 'row')
  expect(new Set(charts.map(({ type }) => type))).toEqual(new Set(['stat', 'timeseries']))
  expect(charts.filter((panel) => (panel.targets ?? []).length === 0)).toEqual([])
  for (const panel of charts) {
    const refs = (panel.targets ?? []).map(({ refId }) => refId)
    expect(new Set(refs).size).toBe(refs.length)
  }
})

const promtool = findPromtool()
function check(...args: string[]): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(promtool ?? '', args, { encoding: 'utf8' })
  return { status, said: `${stdout}${stderr}` }
}

describe.skipIf(promtool === undefined)('with promtool', () => {
  test('alerts are quiet before their symptom, fire with it, and none fires where all is well', async () => {
    expect(check('check', 'rules', rulesPath)).toMatchObject({ status: 0 })
    expect(check('check', 'config', '--syntax-only', 'deploy/prometheus/scrape.yaml')).toMatchObject({ status: 0 })
    const { tests } = parse(await read('deploy/prometheus/alerts.test.yaml')) as { tests: { name: string }[] }
    expect(tests.map(({ name }) => name)).toEqual(['all is well', ...alerts.map(({ alert }) => alert)])
    expect(check('test', 'rules', 'deploy/prometheus/alerts.test.yaml')).toMatchObject({ status: 0 })
  }, 120_000)

  test('Prometheus takes every question of the dashboard', async () => {
    const rules = targets.map(({ expr }, index) => ({
      record: `dashboard:question:${index}`,
      expr: expr.replaceAll('$__rate_interval', '5m'),
    }))
    const path = join(folder, 'dashboard.yaml')
    await writeFile(path, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
    expect(check('check', 'rules', path)).toMatchObject({ status: 0 })
    await writeFile(path, JSON.stringify({ groups: [{ name: 'broken', rules: [{ record: 'broken', expr: 'sum(' }] }] }))
    expect(check('check', 'rules', path)).toMatchObject({ status: 1 })
  })
})
