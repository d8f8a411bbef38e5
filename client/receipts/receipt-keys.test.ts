import { expect, test } from 'vitest'
import { readReceiptKeys } from './receipt-keys.ts'

function storage(): { getItem(key: string): string | null; setItem(key: string, value: string): void } {
  const kept = new Map<string, string>()
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) }
}

const keySet = JSON.stringify({ keys: [{ kid: 'a', kty: 'OKP', x: 'x' }] })
const online = async () => new Response(keySet)
const offline = async (): Promise<Response> => {
  throw new TypeError('Failed to fetch')
}

test('without network the keys of the last visit are used', async () => {
  const keeping = storage()
  expect(await readReceiptKeys({ fetch: offline, keeping }, { isFresh: false })).toEqual([])
  expect(await readReceiptKeys({ fetch: online, keeping }, { isFresh: false })).toMatchObject([{ kid: 'a' }])
  expect(await readReceiptKeys({ fetch: offline, keeping }, { isFresh: true })).toMatchObject([{ kid: 'a' }])
})

test('an answer that is no key set is not used, and does not replace the keys of the last visit', async () => {
  const keeping = storage()
  await readReceiptKeys({ fetch: online, keeping }, { isFresh: false })
  for (const text of ['', '<html>', '{"keys":1}', '{"keys":[{}]}']) {
    const fetch = async () => new Response(text)
    expect(await readReceiptKeys({ fetch, keeping: storage() }, { isFresh: false })).toEqual([])
    expect(await readReceiptKeys({ fetch, keeping }, { isFresh: false })).toMatchObject([{ kid: 'a' }])
  }
  const failing = async () => new Response(keySet, { status: 503 })
  expect(await readReceiptKeys({ fetch: failing, keeping: storage() }, { isFresh: false })).toEqual([])
})
