import { expect, test } from 'vitest'
import { createVersionCheck } from './page-version.ts'

function fixture(html: string, status = 200) {
  const seen = { asked: 0, outdated: 0, warned: 0 }
  const clock = { time: 0 }
  const check = createVersionCheck({
    fetch: async () => {
      seen.asked += 1
      if (html === '') throw new TypeError('Failed to fetch')
      return new Response(html, { status })
    },
    ownScripts: ['/assets/runtime-1.js', '/assets/page-1.js'],
    now: () => clock.time,
    onOutdated: () => {
      seen.outdated += 1
    },
    warn: () => {
      seen.warned += 1
    },
  })
  const asks = async () => {
    check()
    await new Promise(setImmediate)
  }
  return { seen, clock, asks }
}

const page = (build: number) => `<script type="module" crossorigin src="/assets/runtime-1.js"></script>
  <script type="module" crossorigin src="/assets/page-${build}.js"></script>`

test('a server with another build of the page is distinguished from one with the same', async () => {
  const [same, other] = [fixture(page(1)), fixture(page(2))]
  await same.asks()
  await other.asks()
  expect([same.seen.outdated, other.seen.outdated]).toEqual([0, 1])
})

test('a missing answer or an error says nothing about the build', async () => {
  const [silent, broken, strange] = [fixture(''), fixture(page(2), 503), fixture('<p>Log in to the hotel</p>')]
  for (const each of [silent, broken, strange]) await each.asks()
  expect([silent, broken, strange].map(({ seen }) => seen.outdated)).toEqual([0, 0, 0])
  expect(silent.seen.warned).toBe(1)
})

test('many missing parts cause one check in half a minute', async () => {
  const { seen, clock, asks } = fixture(page(1))
  for (let index = 0; index < 5; index += 1) await asks()
  expect(seen.asked).toBe(1)
  clock.time = 30_000
  await asks()
  expect(seen.asked).toBe(2)
})
