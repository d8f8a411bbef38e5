import { readFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { text } from 'node:stream/consumers'
import { serve } from '../processes.ts'

export type SearchLoad = { port: number; connections: number; seconds: number }

/** Milliseconds; `found` counts answers with at least one company. */
export type SearchMeasurement = { perSecond: number; p50: number; p99: number; found: number; answered: number }

/** One search of the mix: `kind` is why it is there. */
type MixedQuery = { kind: string; country: string; brand: string; value: string }

// The committed mix of 200, made once from the first 10,000 companies, so that it fits both sizes.
const mix = await readFile(new URL('./queries.json', import.meta.url), 'utf8')
const paths = (JSON.parse(mix) as MixedQuery[]).map(pathOf)
serve(0, { measure })

/** What the page asks for: five results. Specification 9. */
function pathOf({ country, brand, value }: MixedQuery): string {
  const query = new URLSearchParams({ country, brand, value, limit: '5', offset: '0' })
  return `/api/2/companies/providers?${query.toString()}`
}

/** Each connection asks the next query of the mix as soon as it has its answer. */
async function measure({ port, connections, seconds }: SearchLoad): Promise<SearchMeasurement> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  let [next, found] = [0, 0]
  const startedAt = performance.now()

  async function askOn(): Promise<void> {
    while (performance.now() < startedAt + seconds * 1000) {
      const path = paths[next++ % paths.length] ?? ''
      const askedAt = performance.now()
      const { total } = JSON.parse(await ask(path, { agent, port })) as { total: number }
      times.push(performance.now() - askedAt)
      if (total > 0) found++
    }
  }

  await Promise.all(Array.from({ length: connections }, askOn))
  const elapsed = (performance.now() - startedAt) / 1000
  const sorted = times.toSorted((one, other) => one - other)
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0
  return { perSecond: times.length / elapsed, p50: at(0.5), p99: at(0.99), found, answered: times.length }
}

function ask(path: string, at: { agent: Agent; port: number }): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: 'Bearer bench' }
    get({ ...at, host: '127.0.0.1', path, headers }, (response) => {
      const isGood = response.statusCode === 200
      text(response).then((body) => (isGood ? resolve(body) : reject(new Error(`${path}: ${body}`))), reject)
    }).once('error', reject)
  })
}
