import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'
import { createExportFixture } from '#test/exports/export-fixture.ts'

const fixture = await createExportFixture()
const { asked, listed, applianceOf, send, time } = fixture
const folder = join(fixture.folder, 'store')
const makerFile = fileURLToPath(new URL('../../test/exports/maker-process.ts', import.meta.url))
const whole = Buffer.concat(Array.from({ length: 50 }, (_, piece) => Buffer.alloc(10_000, piece)))

const limits = { timeout: 15_000, interval: 5 }

time.ms = Date.now()

afterAll(fixture.close)

/** A process that creates a file. `written` returns the number of pieces that the process has written so far. */
type Maker = { maker: ChildProcess; written(): number }

function startMaker(): Maker {
  const maker = spawn(process.execPath, [makerFile, fixture.database.url, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let written = 0
  maker.stdout.on('data', (lines: Buffer) => (written += lines.toString().trim().split('\n').length))
  return { maker, written: () => written }
}

async function kill({ maker }: Maker): Promise<void> {
  maker.kill('SIGKILL')
  await once(maker, 'exit')
}

async function expectNothingReady(id: string): Promise<void> {
  const [request] = (await listed('olga', id)).items
  const [file] = request?.files ?? []
  expect(request).toMatchObject({ state: 'NOT_READY' })
  expect(file).toMatchObject({ state: 'NOT_READY', bytes: null, sha256: null })
  expect((await send({ as: 'olga', url: `/api/2/eu-data-act/${id}/files/${file?.id}` })).statusCode).toBe(404)
}

async function expectWhole(id: string): Promise<void> {
  await expect
    .poll(async () => (await listed('olga', id)).items[0]?.state, { timeout: 15_000, interval: 20 })
    .toBe('READY')
  const [file] = (await listed('olga', id)).items[0]?.files ?? []
  const answer = await send({ as: 'olga', url: `/api/2/eu-data-act/${id}/files/${file?.id}` })
  expect(answer.rawPayload.equals(whole)).toBe(true)
  expect(file).toMatchObject({ bytes: whole.length, rows: 50, sha256: sha256(whole) })
  expect(await readdir(join(folder, 'drafts'))).toEqual([])
}

function sha256(data: Buffer): string {
  return createHash('sha256').update(data).digest('hex')
}

test('after a kill at any moment the next start begins the file again, and an incomplete file is never READY', async () => {
  const id = await applianceOf(['olga'])
  await asked('olga', id)
  for (const pieces of [0, 20, 48]) {
    const maker = startMaker()
    await vi.waitUntil(() => maker.written() >= pieces, limits)
    await kill(maker)
    if (pieces < 48) await expectNothingReady(id)
  }
  const last = startMaker()
  await expectWhole(id)
  await kill(last)
})

test('the file of a killed process is continued by another running process within seconds', async () => {
  const id = await applianceOf(['olga'])
  const [one, other] = [startMaker(), startMaker()]
  await asked('olga', id)
  const writer = await vi.waitUntil(() => [one, other].find(({ written }) => written() >= 10), limits)
  const killedAt = performance.now()
  await kill(writer)
  await expectWhole(id)
  expect(performance.now() - killedAt).toBeLessThan(10_000)
  await kill(writer === one ? other : one)
})
