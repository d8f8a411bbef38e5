import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase } from '#server/database/database.ts'
import { startEmbedded } from '#server/database/embedded.ts'
import { fillCompanies } from './provider-search/data.ts'
import type { SearchMeasurement } from './provider-search/load.ts'
import { type SearchServer, measureSearch, startSearchServer } from './provider-search/processes.ts'

// The mix of 200 searches at 32 connections: among many companies and among few, and against ILIKE with its count.
const connections = 32
const many = 1_000_000
const few = 10_000
const seconds = 10
/** The floor takes long for each answer; fewer would be chance. */
const floorSeconds = 40
const rounds = 3
const barManyOverFew = 3
const barAgainstFloor = 10

const folder = await mkdtemp(path.join(tmpdir(), 'bench-provider-search-'))
// A temporary folder is closed to others, and as root the server runs as another user.
await chmod(folder, 0o755)
const cluster = await startEmbedded({ dataDir: folder, durable: false })
try {
  const [fewUrl, manyUrl] = [await makeDatabase('few', few), await makeDatabase('many', many)]
  const servers = {
    few: await startSearchServer('./portal.ts', fewUrl),
    many: await startSearchServer('./portal.ts', manyUrl),
  }
  const best = await alternate(servers)
  await Promise.all(Object.values(servers).map(async (server) => server.stop()))
  const floor = await startSearchServer('./floor.ts', manyUrl)
  print(best, await run(floor, floorSeconds))
  await floor.stop()
} finally {
  await cluster.stop()
  await rm(folder, { recursive: true, force: true })
}

async function makeDatabase(name: string, companies: number): Promise<string> {
  const admin = openDatabase(cluster.url, { max: 1 })
  await admin.pool.query(`create database ${name}`)
  await admin.close()
  const url = cluster.url.replace(/\/[^/]*$/u, `/${name}`)
  const startedAt = Date.now()
  await fillCompanies(url, companies)
  process.stdout.write(`${companies} companies loaded in ${Math.round((Date.now() - startedAt) / 1000)} s\n`)
  return url
}

type Sizes = Record<'few' | 'many', SearchMeasurement>

/** Runs both in turn, so that what disturbs the machine disturbs both, and takes the round with the least p99 of each. */
async function alternate(servers: Record<keyof Sizes, SearchServer>): Promise<Sizes> {
  await run(servers.few, 3)
  await run(servers.many, 3)
  const taken: Record<keyof Sizes, SearchMeasurement[]> = { few: [], many: [] }
  for (let round = 0; round < rounds; round++) {
    taken.few.push(await run(servers.few, seconds))
    taken.many.push(await run(servers.many, seconds))
  }
  return { few: calmest(taken.few), many: calmest(taken.many) }
}

function calmest(taken: readonly SearchMeasurement[]): SearchMeasurement {
  return taken.reduce((best, one) => (one.p99 < best.p99 ? one : best))
}

async function run({ port }: SearchServer, duration: number): Promise<SearchMeasurement> {
  return measureSearch({ port, connections, seconds: duration })
}

function print({ few: small, many: large }: Sizes, floor: SearchMeasurement): void {
  const line = (name: string, ratio: number, rest: string) =>
    process.stdout.write(`${name}: ${ratio.toFixed(2)} (${rest}\n`)
  line(
    'provider search p99, 1,000,000 companies over 10,000',
    large.p99 / small.p99,
    `bar at most ${barManyOverFew}) floor ${figures(small)} ours ${figures(large)}`,
  )
  line(
    'provider search among 1,000,000, requests over ILIKE with count(*)',
    large.perSecond / floor.perSecond,
    `bar at least ${barAgainstFloor}) floor ${figures(floor)} ours ${figures(large)}`,
  )
}

function figures({ perSecond, p50, p99, found, answered }: SearchMeasurement): string {
  const part = Math.round((100 * found) / answered)
  return `${perSecond.toFixed(1)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${part} % found something`
}
