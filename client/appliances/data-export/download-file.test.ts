import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallError } from '#client/api-call.ts'
import { downloadFile, DownloadError } from './download-file.ts'

const text = 'the whole file'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

type Serving = (headers: Readonly<Record<string, string>>, signal: AbortSignal) => Response | Promise<Response>

/** Creates a fake server that answers with `servings` in this order, and records the progress of the download. */
function fixture(...servings: Serving[]) {
  const asked: Readonly<Record<string, string>>[] = []
  const progress: number[] = []
  const person = new AbortController()
  const start = () =>
    downloadFile(
      {
        async open(headers, signal) {
          asked.push(headers)
          const serve = servings.shift()
          if (!serve) throw new CallError({ kind: 'network' })
          return serve(headers, signal)
        },
        onBytesRead: (bytes) => progress.push(bytes),
        signal: person.signal,
        stallMs: 1_000,
      },
      text.length,
    )
  return { start, asked, progress, person }
}

const whole: Serving = () => new Response(text, { headers: { etag: '"v1"' } })

/** Sends the first `length` characters. Then breaks the transfer (`breaks`) or sends nothing more (`silent`). */
function broken(length: number, end: 'breaks' | 'silent'): Serving {
  return (_, signal) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(text.slice(0, length)))
        signal.addEventListener('abort', () => controller.error(signal.reason))
      },
      pull(controller) {
        if (end === 'breaks') controller.error(new TypeError('network error'))
      },
    })
    return new Response(body, { headers: { etag: '"v1"' } })
  }
}

const rest: Serving = ({ range = '' }) =>
  new Response(text.slice(Number(/\d+/.exec(range)?.[0])), { status: 206, headers: { etag: '"v1"' } })

async function reasonOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.catch((reason: unknown) => reason)
  if (!(error instanceof DownloadError)) throw new Error('The download did not fail as expected')
  return error.reason
}

test('a download shows its progress and results in the whole file', async () => {
  const { start, progress, asked } = fixture(whole)
  expect(await (await start()).text()).toBe(text)
  expect(progress.at(-1)).toBe(text.length)
  expect(asked).toEqual([{}])
})

test('after a break it continues once where it broke, if the file is the same', async () => {
  const { start, asked } = fixture(broken(5, 'breaks'), rest)
  expect(await (await start()).text()).toBe(text)
  expect(asked[1]).toEqual({ range: 'bytes=5-', 'if-range': '"v1"' })
})

test('a stall counts as a break', async () => {
  const { start } = fixture(broken(5, 'silent'), rest)
  const file = start()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await (await file).text()).toBe(text)
})

test('if the file has changed, it is read from its beginning', async () => {
  const { start } = fixture(broken(5, 'breaks'), whole)
  expect(await (await start()).text()).toBe(text)
})

test('a file that ends too early is an error, never saved', async () => {
  const short: Serving = () => new Response(text.slice(0, 3))
  expect(await reasonOf(fixture(short, short).start())).toBe('broken')
})

test('a second break is an error', async () => {
  expect(await reasonOf(fixture(broken(5, 'breaks')).start())).toBe('broken')
})

test('a deleted file is not requested again', async () => {
  const { start, asked } = fixture(() => {
    throw new CallError({ kind: 'refused', status: 404, code: 'not-found', errors: [], retryAfterS: null })
  })
  expect(await reasonOf(start())).toBe('gone')
  expect(asked).toHaveLength(1)
})

test('cancelling ends the transfer', async () => {
  const { start, person, asked } = fixture(broken(5, 'silent'), rest)
  const file = start()
  const reason = reasonOf(file)
  await vi.advanceTimersByTimeAsync(10)
  person.abort()
  expect(await reason).toBe('cancelled')
  expect(asked).toHaveLength(1)
})
