import { afterAll, afterEach, expect, test } from 'vitest'
import { dayS } from '#contract/durations.ts'
import type { DataExport, ExportChart } from '#contract/data-export.ts'
import { unknownId } from '#test/service-fixture.ts'
import { createExportFixture } from '#test/exports/export-fixture.ts'

const fixture = await createExportFixture()
const { send, ask, asked, listed, applianceOf, makeFiles, stopMaking, finished, time } = fixture
const start = time.ms

afterEach(async () => {
  await stopMaking()
  time.ms = start
})
afterAll(fixture.close)

const everything = { sources: ['HEATLYTICS', 'RST', 'HCC'] }

test('the owner requests an export, sees it become ready, and finds size, rows, expiry and checksum', async () => {
  const id = await applianceOf(['olga'])
  const request = await asked('olga', id, everything)
  expect(request).toMatchObject({
    createdAt: '2026-03-15T10:00:00.000Z',
    sources: ['HEATLYTICS', 'RST', 'HCC'],
    state: 'NOT_READY',
    progress: 0,
    expiresAt: null,
  })
  expect(request.files.map(({ state, bytes, sha256 }) => [state, bytes, sha256])).toEqual(
    Array.from({ length: 3 }, () => ['NOT_READY', null, null]),
  )
  await makeFiles()
  const made = await finished('olga', id)
  expect(made).toMatchObject({ id: request.id, state: 'READY', progress: 100, expiresAt: '2026-04-14T10:00:00.000Z' })
  for (const file of made.files) {
    expect(file).toMatchObject({ state: 'READY', bytes: 64, rows: 3, expiresAt: '2026-04-14T10:00:00.000Z' })
    expect(file.sha256).toMatch(/^[0-9a-f]{64}$/u)
  }
})

test('the default range is all stored data: everything since the person became owner, and 24 months of telemetry', async () => {
  const id = await applianceOf(['olga'])
  time.ms = Date.parse('2026-05-01T00:30:00Z')
  expect(await asked('olga', id)).toMatchObject({ from: '2026-03-15', to: '2026-05-01' })
  time.ms = Date.parse('2029-01-02T12:00:00Z')
  expect((await listed('olga', id)).keptFrom).toBe('2026-03-15')
  expect(await asked('olga', id, everything)).toMatchObject({ from: '2026-03-15', to: '2029-01-02' })
  const chart = await send({ as: 'olga', url: `/api/2/eu-data-act/${id}/chart` })
  expect(chart.json<ExportChart>().at[0]).toBe(Date.parse('2027-01-01') / 1000)
})

test('requests are listed newest first, with the first stored day', async () => {
  const id = await applianceOf(['olga'])
  expect(await listed('olga', id)).toEqual({ items: [], total: 0, keptFrom: '2026-03-15' })
  const first = await asked('olga', id)
  time.ms += 1000
  const second = await asked('olga', id, { sources: ['RST'] })
  expect(await listed('olga', id)).toEqual({ items: [second, first], total: 2, keptFrom: '2026-03-15' })
})

test('the name of a file is safe, and contains appliance, source and range', async () => {
  const id = await applianceOf(['olga'])
  await fixture.database.pool.query('update gateway set serial = $2 where id = $1', [id, `../"é\r\n${id.slice(0, 4)}`])
  const { files } = await asked('olga', id)
  expect(files[0]?.name).toBe(`_______${id.slice(0, 4)}-heatlytics-2026-03-15-2026-03-15.zip`)
})

test('a viewer is refused, and others get not found', async () => {
  const id = await applianceOf(['olga', 'viktor'])
  const [viewer, viewersList, viewersChart] = [
    await ask('viktor', id),
    await send({ as: 'viktor', url: `/api/2/eu-data-act/${id}/requests` }),
    await send({ as: 'viktor', url: `/api/2/eu-data-act/${id}/chart` }),
  ]
  for (const answer of [viewer, viewersList, viewersChart]) {
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject({ code: 'not-owner' })
  }
  for (const path of ['requests', 'chart']) {
    const foreign = await send({ as: 'stranger', url: `/api/2/eu-data-act/${id}/${path}` })
    const unknown = await send({ as: 'stranger', url: `/api/2/eu-data-act/${unknownId}/${path}` })
    expect(foreign.statusCode).toBe(404)
    expect(foreign.body).toBe(unknown.body)
  }
  expect((await ask('stranger', id)).body).toBe((await ask('stranger', unknownId)).body)
  expect((await listed('olga', id)).total).toBe(0)
})

test.each([
  [{}, 400, 'sources', 'shape'],
  [{ sources: ['TELEMETRY'] }, 400, 'sources.0', 'shape'],
  [{ sources: 'RST' }, 400, 'sources', 'shape'],
  [{ sources: ['RST'], from: 20260101 }, 400, 'from', 'shape'],
  [{ sources: ['RST'], personId: unknownId }, 400, '', 'shape'],
  [{ sources: [] }, 422, 'sources', 'required'],
  [{ sources: ['RST', 'RST'] }, 422, 'sources', 'repeated'],
  [{ sources: ['RST'], from: '2026-02-30' }, 422, 'from', 'date'],
  [{ sources: ['RST'], from: '1/2/2026' }, 422, 'from', 'date'],
  [{ sources: ['RST'], from: '2026-03-02', to: '2026-03-01' }, 422, 'to', 'from-after-to'],
  [{ sources: ['RST'], to: '2026-03-16' }, 422, 'to', 'future'],
  [{ sources: ['RST'], from: '2026-03-16' }, 422, 'from', 'future'],
])('%j is refused with %i and leaves no request', async (body, status, ...[path, code]) => {
  const id = await applianceOf(['olga'])
  const answer = await ask('olga', id, body)
  expect(answer.statusCode, answer.body).toBe(status)
  expect(answer.json()).toMatchObject({ code: 'invalid-request', errors: [{ path, code }] })
  expect((await listed('olga', id)).total).toBe(0)
})

test('refusals come in the order 401, scope, 404, not the owner, 422, 409', async () => {
  const id = await applianceOf(['olga', 'viktor'])
  for (const sources of [['HEATLYTICS'], ['RST'], ['HCC']]) await asked('olga', id, { sources })
  const url = `/api/2/eu-data-act/${id}/requests`
  const broken = { sources: [] }
  const answers = [
    await send({ method: 'POST', url, body: broken }),
    await send({ as: 'olga-without-resource', method: 'POST', url, body: broken }),
    await ask('stranger', id, broken),
    await ask('viktor', id, broken),
    await ask('olga', id, broken),
    await ask('olga', id, everything),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 403, 404, 403, 422, 409])
  expect(answers.at(-1)?.json()).toMatchObject({ code: 'exports-open' })
})

test('the same request, while it is in progress, returns that one', async () => {
  const id = await applianceOf(['olga'])
  const first = await asked('olga', id, { from: '2026-03-01', to: '2026-03-10', sources: ['RST', 'HCC'] })
  const again = await asked('olga', id, { from: '2026-03-01', to: '2026-03-10', sources: ['HCC', 'RST'] })
  expect(again).toEqual(first)
  await makeFiles()
  await finished('olga', id)
  const later = await asked('olga', id, { from: '2026-03-01', to: '2026-03-10', sources: ['RST', 'HCC'] })
  expect(later.id).not.toBe(first.id)
})

test('a repeated request with the same key is the same export, even after that is finished', async () => {
  const id = await applianceOf(['olga'])
  const url = `/api/2/eu-data-act/${id}/requests`
  const request = { as: 'olga', method: 'POST', url, body: { sources: ['RST'] }, headers: { 'idempotency-key': 'one' } }
  const first = await send(request)
  expect(first.statusCode).toBe(201)
  await makeFiles()
  await finished('olga', id)
  expect((await send(request)).body).toBe(first.body)
  expect((await listed('olga', id)).total).toBe(1)
})

test('many parallel requests open at most three, and each content once', async () => {
  const id = await applianceOf(['olga'])
  const sourceLists = [['HEATLYTICS'], ['RST'], ['HCC'], ['RST', 'HCC'], ['HEATLYTICS', 'HCC']]
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => ask('olga', id, { sources: sourceLists[index % sourceLists.length] })),
  )
  const accepted = answers.filter(({ statusCode }) => statusCode === 201)
  expect(new Set(accepted.map((answer) => answer.json<DataExport>().id)).size).toBe(3)
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201, 409]))
  const { items, total } = await listed('olga', id)
  expect(total).toBe(3)
  expect(new Set(items.map(({ sources }) => sources.join())).size).toBe(3)
})

test('an appliance can have at most a hundred finished exports a day', async () => {
  const id = await applianceOf(['olga'])
  await fixture.database.pool.query(
    `insert into data_export (gateway_id, person_id, from_day, to_day, sources, language, created_at)
     select gateway_id, person_id, '2026-03-15', '2026-03-15', '{RST}', 'en', $2 from connection, generate_series(1, 100)
     where gateway_id = $1`,
    [id, new Date(time.ms - 60_000)],
  )
  const answer = await ask('olga', id)
  expect(answer.statusCode).toBe(429)
  expect(answer.headers['retry-after']).toBe(String(dayS - 60))
})

test("an owner's open exports end with the ownership, and the next owner sees none of them", async () => {
  const id = await applianceOf(['olga', 'viktor'])
  const { url } = await fixture.readyFile('olga', id)
  await asked('olga', id, { sources: ['RST'] })
  await send({ as: 'olga', method: 'DELETE', url: `/api/2/connections/${id}` })
  expect((await send({ as: 'olga', url })).statusCode).toBe(404)
  const { rows } = await fixture.database.pool.query('select from data_export where gateway_id = $1', [id])
  expect(rows).toEqual([])
})
