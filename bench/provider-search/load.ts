import { Agent, get } from 'node:http'
import { text } from 'node:stream/consumers'
import { pathOf, readQueries } from './queries.ts'

export type SearchLoad = { port: number; connections: number; seconds: number }

/** Milliseconds; `found` counts answers with at least one company. */
export type SearchMeasurement = { perSecond: number; p50: number; p99: number; found: number; answered: number }

// A load in a process of its own: each connection asks the next query of the mix as soon as it has its answer.
const { port, connections, seconds } = JSON.parse(await text(process.stdin)) as SearchLoad
const paths = (await readQueries()).map(pathOf)
const agent = new Agent({ keepAlive: true, maxSockets: connections })
const times: number[] = []
let [next, found] = [0, 0]

const startedAt = performance.now()
const endAt = startedAt + seconds * 1000
await Promise.all(Array.from({ length: connections }, askOn))
process.stdout.write(JSON.stringify(summary()))
agent.destroy()

async function askOn(): Promise<void> {
  while (performance.now() < endAt) {
    const path = paths[next++ % paths.length] ?? ''
    const askedAt = performance.now()
    const { total } = JSON.parse(await ask(path)) as { total: number }
    times.push(performance.now() - askedAt)
    if (total > 0) found++
  }
}

function ask(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: 'Bearer bench' }
    get({ agent, port, host: '127.0.0.1', path, headers }, (response) => {
      const isGood = response.statusCode === 200
      text(response).then((body) => (isGood ? resolve(body) : reject(new Error(`${path}: ${body}`))), reject)
    }).once('error', reject)
  })
}

function summary(): SearchMeasurement {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0
  const elapsed = (performance.now() - startedAt) / 1000
  return { perSecond: times.length / elapsed, p50: at(0.5), p99: at(0.99), found, answered: times.length }
}
