import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Registry } from 'prom-client'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { findPromtool } from '../scripts/promtool.ts'
import { createTestDatabase } from '#test/database.ts'
import { startTestRole, testRoles, type TestRole } from '#test/processes/start-test-role.ts'

// No alert may fire while nothing is wrong. This test evaluates scrapes of idle processes with the rules engine of
// Prometheus.

const alertsPath = join(import.meta.dirname, '../deploy/prometheus/alerts.yaml')
const minutes = 200
const scrapesOfARole = 5

const folder = await mkdtemp(join(tmpdir(), 'idle-portal-'))
const database = await createTestDatabase({ max: 10 })
afterAll(async () => {
  await rm(folder, { recursive: true })
  await database.close()
})

/** The values of one scrape. The key is a series, such as `up{job="x"}`. */
type Scrape = ReadonlyMap<string, number>

type Series = { series: string; values: string }

async function scrape(registry: Registry, role: TestRole): Promise<Scrape> {
  const now = Date.now() / 1000
  const target = `job="gateway-portal-${role}",instance="one"`
  const samples = (await registry.metrics()).split('\n').flatMap((line): [string, number][] => {
    const [, name = '', labels, value] = /^(\w+)(?:\{(.*)\})? (\S+)$/u.exec(line) ?? []
    if (name === '') return []
    const age = name.endsWith('_timestamp_seconds') ? now : 0
    return [[`${name}{${target}${labels === undefined ? '' : `,${labels}`}}`, toNumber(value ?? '') - age]]
  })
  return new Map([...samples, [`up{${target}}`, 1]])
}

function toNumber(text: string): number {
  return Number(text.replace('Inf', 'Infinity').replace('Nan', 'NaN'))
}

const isCounter = (series: string): boolean => /^\w+(?:_total|_bucket|_sum|_count)\{/u.test(series)
/**
 * Whether the value of a series is a point in time. `scrape` converts such values to seconds relative to the scrape.
 */
const isMoment = (series: string): boolean => /^\w+_timestamp_seconds\{/u.test(series)
/**
 * Whether a series depends on the load of the machine, which also runs other tests. The test uses the lowest measured
 * value of such a series.
 */
const isMachineLoad = (series: string): boolean => series.startsWith('nodejs_eventloop_lag_')

/** Returns the series that Prometheus would have if the measured scrapes repeated every minute. */
function seriesOf(scrapes: readonly Scrape[]): Series[] {
  const names = new Set(scrapes.flatMap((each) => [...each.keys()]))
  return [...names].map((series) => {
    const measured = scrapes.map((each) => each.get(series) ?? Number.NaN)
    const values = Array.from({ length: minutes + 1 }, (_, minute) => valueAt({ series, measured, minute }))
    return { series, values: values.map((value) => (Number.isNaN(value) ? '_' : String(value))).join(' ') }
  })
}

function valueAt({
  series,
  measured,
  minute,
}: {
  series: string
  measured: readonly number[]
  minute: number
}): number {
  const value = measured[minute % measured.length] ?? Number.NaN
  if (isMachineLoad(series)) return Math.min(...measured)
  if (isMoment(series)) return value + 60 * minute
  if (!isCounter(series)) return value
  const [first = Number.NaN] = measured
  const grown = (measured.at(-1) ?? Number.NaN) - first
  return value + grown * Math.floor(minute / measured.length)
}

async function scrapesOf(role: TestRole): Promise<Scrape[]> {
  const { registry, close } = await startTestRole(role, { database, folder })
  try {
    if (role === 'jobs')
      await vi.waitFor(async () => refuseUndoneJobs(await scrape(registry, role)), { timeout: 60_000 })
    const scrapes: Scrape[] = []
    while (scrapes.length < scrapesOfARole) scrapes.push(await scrape(registry, role))
    return scrapes
  } finally {
    await close()
  }
}

const alertedJobs = ['silence', 'packing', 'retention', 'sessions', 'exports']

function refuseUndoneJobs(samples: Scrape): void {
  const done = [...samples.keys()].filter((series) => series.startsWith('gateway_portal_job_done_timestamp_seconds'))
  for (const name of alertedJobs) expect(done.join('\n')).toContain(`name="${name}"`)
}

const promtool = findPromtool()

describe.skipIf(promtool === undefined)('with promtool', () => {
  test('no alert fires or is pending while a healthy portal is idle', async () => {
    const series: Series[] = []
    for (const role of testRoles) series.push(...seriesOf(await scrapesOf(role)))
    expect(series.map((each) => each.series).join('\n')).toContain('gateway_portal_database_waiting')
    const { groups } = parse(await readFile(alertsPath, 'utf8')) as { groups: { rules: { alert: string }[] }[] }
    const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert))
    // Checks every five minutes, because the test must also find an alert that fires and then resolves.
    const moments = Array.from({ length: minutes / 5 }, (_, index) => 5 * (index + 1))
    const questions = alerts.flatMap((alert) =>
      moments.map((at) => ({ expr: `ALERTS{alertname="${alert}"}`, eval_time: `${at}m`, exp_samples: [] })),
    )
    const path = join(folder, 'idle.yaml')
    const idle = { name: 'idle', interval: '1m', input_series: series, promql_expr_test: questions }
    await writeFile(path, JSON.stringify({ rule_files: [alertsPath], evaluation_interval: '1m', tests: [idle] }))
    const { status, stdout, stderr } = spawnSync(promtool ?? '', ['test', 'rules', path], { encoding: 'utf8' })
    expect({ status, said: `${stdout}${stderr}`.slice(0, 3_000) }).toEqual({ status: 0, said: expect.any(String) })
  }, 180_000)
})
