import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { findPromtool } from '../scripts/promtool.ts'
import { createTestDatabase } from '#test/database.ts'
import { startTestRole, testRoles } from '#test/processes/start-test-role.ts'

// The files for monitoring (deploy/prometheus, deploy/grafana, docs/runbook.md) must use only metrics that exist.

type Alert = {
  alert: string
  expr: string
  annotations: { summary: string; runbook_url: string }
  labels: { severity: string }
}
type UnitTests = { tests: { name: string; promql_expr_test?: { eval_time: string }[] }[] }
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

const database = await createTestDatabase({ max: 10 })
const folder = await mkdtemp(join(tmpdir(), 'monitoring-'))
afterAll(async () => {
  await rm(folder, { recursive: true })
  await database.close()
})

/** The names of the portal's metrics, each with the roles that have it. */
const product = namesOfProduct()

async function namesOfProduct(): Promise<Map<string, string[]>> {
  const names = new Map<string, string[]>()
  for (const role of testRoles) {
    const { registry, close } = await startTestRole(role, { database, folder })
    for (const { name, type } of await registry.getMetricsAsJSON()) {
      const parts = String(type) === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
      for (const part of parts) names.set(`${name}${part}`, [...(names.get(`${name}${part}`) ?? []), role])
    }
    await close()
  }
  return names
}

const withoutPart = (name: string): string => name.replace(/_(?:bucket|sum|count)$/u, '')

const metricsIn = (expression: string): string[] =>
  [...expression.matchAll(/\b(?:gateway_portal|nodejs|process)_\w+/gu)].map(([name]) => name)

test('each metric of an alert or the dashboard exists, and each existing metric is used', async () => {
  const shown = await product
  const watched = new Set([...alerts, ...targets].flatMap(({ expr }) => metricsIn(expr)))
  expect([...watched].filter((name) => !shown.has(name))).toEqual([])
  const own = [...shown.keys()].filter((name) => name.startsWith('gateway_portal_'))
  const seen = new Set([...watched].map(withoutPart))
  expect(own.map(withoutPart).filter((name) => !seen.has(name))).toEqual([])
})

test('the reference names the roles that have a metric', async () => {
  const shown = new Map([...(await product)].map(([name, roles]) => [withoutPart(name), roles]))
  const page = await read('docs/reference/metrics.md')
  const rows = [...page.matchAll(/^\| `(gateway_portal_\w+)` +\| ([^|]+?) +\|/gmu)]
  expect(rows.length).toBeGreaterThan(30)
  const named = rows.map(([, name = '', roles = '']) => {
    // In tests, the role `api` includes `push`. The role `partners` has the same metrics as `api`.
    const ofServers = /`(?:api|push|partners)`/u.test(roles) ? ['api'] : []
    const others = ['ingest', 'jobs'].filter((role) => roles.includes(`\`${role}\``))
    return [name, roles === 'all' ? [...testRoles] : [...ofServers, ...others]]
  })
  expect(named).toEqual(named.map(([name]) => [name, shown.get(String(name))]))
})

test('alerts that need postgres_exporter are in a separate file', () => {
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
    expect(annotations.runbook_url).toBe(`{{ $externalLabels.docs }}/runbook.md#${alert.toLowerCase()}`)
    expect(annotations.summary).toMatch(/\.$/u)
    expect(['page', 'ticket']).toContain(labels.severity)
    expect(sections.get(alert)).toContain(`**Severity** ${labels.severity}. **Effect on owners** `)
    expect(sections.get(alert)).toMatch(/\*\*Check\*\* .+\n```sh\n.+```\n\n\*\*Fix\*\*\n\n1\. .+\n\*\*Over when\*\* /su)
  }
})

test('the link of an alert is relative to the address configured for Prometheus', async () => {
  const { global } = parse(await read('deploy/prometheus/scrape.yaml')) as { global: { external_labels: object } }
  expect(global.external_labels).toEqual({ docs: expect.stringMatching(/^https:.*\/docs$/u) as string })
})

test('the metrics and settings in the runbook exist', async () => {
  const [runbook, manual] = [await read('docs/runbook.md'), await read('docs/reference/settings.md')]
  const shown = new Set([...(await product).keys()].map(withoutPart))
  expect(metricsIn(runbook).filter((name) => !shown.has(withoutPart(name)))).toEqual([])
  const settings = [...runbook.matchAll(/`([A-Z][A-Z_]{4,})(?:=[^`]*)?`/gu)].map(([, name = '']) => name)
  expect(settings.length).toBeGreaterThan(3)
  expect(settings.filter((name) => !manual.includes(`\`${name}\``))).toEqual([])
})

test('the dashboard is valid for Grafana: unique panel ids, no overlaps, each panel with a query', () => {
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
  test('alerts are inactive before their symptom, fire with it, and none fires in a healthy portal', async () => {
    expect(check('check', 'rules', rulesPath)).toMatchObject({ status: 0 })
    expect(check('check', 'config', '--syntax-only', 'deploy/prometheus/scrape.yaml')).toMatchObject({ status: 0 })
    const { tests } = parse(await read('deploy/prometheus/alerts.test.yaml')) as { tests: { name: string }[] }
    const tested = new Set(tests.map(({ name }) => name.replace(/, .*/u, '')))
    expect([...tested]).toEqual(['all is well', ...alerts.map(({ alert }) => alert)])
    expect(check('test', 'rules', 'deploy/prometheus/alerts.test.yaml')).toMatchObject({ status: 0 })
  }, 120_000)

  test('each alert that fires has the labels that its sentence names', async () => {
    const { tests, ...settings } = parse(await read('deploy/prometheus/alerts.test.yaml')) as UnitTests
    const named = alerts.flatMap(({ alert, annotations }) =>
      [...annotations.summary.matchAll(/\$labels\.(\w+)/gu)].map(([, label = '']) => ({ alert, label })),
    )
    expect(named.length).toBeGreaterThan(10)
    const questions = named.map(({ alert, label }) => {
      const { promql_expr_test: asked = [], ...given } = tests.find(({ name }) => name === alert) ?? { name: alert }
      const expr = `count(ALERTS{alertname="${alert}", alertstate="firing", ${label}=~".+"})`
      const fired = { expr, eval_time: asked.at(-1)?.eval_time, exp_samples: [{ labels: '{}', value: 1 }] }
      return { ...given, name: `${alert} ${label}`, promql_expr_test: [fired] }
    })
    const path = join(folder, 'labels.yaml')
    const rules = { ...settings, rule_files: [join(import.meta.dirname, '..', rulesPath)] }
    await writeFile(path, JSON.stringify({ ...rules, tests: questions }))
    expect(check('test', 'rules', path)).toMatchObject({ status: 0 })
  }, 120_000)

  test('Prometheus accepts every query of the dashboard', async () => {
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
