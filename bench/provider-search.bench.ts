import { startTemporary } from '#server/database/temporary.ts'
import { createDatabase } from './database.ts'
import { printRatio } from './print-ratio.ts'
import { askOnce, type BenchProcess, startProcess } from './processes.ts'
import { fillCompanies } from './provider-search/data.ts'
import type { SearchLoad, SearchMeasurement } from './provider-search/load.ts'

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

const cluster = await startTemporary({ durable: false })
try {
  const [fewUrl, manyUrl] = [await makeDatabase('few', few), await makeDatabase('many', many)]
  const servers = {
    few: await start('portal.ts', fewUrl),
    many: await start('portal.ts', manyUrl),
  }
  const best = await alternate(servers)
  await Promise.all(Object.values(servers).map(async (server) => server.stop()))
  const floor = await start('floor.ts', manyUrl)
  print(best, await run(floor, floorSeconds))
  await floor.stop()
} finally {
  await cluster.stop()
}

async function makeDatabase(name: string, companies: number): Promise<string> {
  const url = await createDatabase(cluster.url, name)
  const startedAt = Date.now()
  await fillCompanies(url, companies)
  process.stdout.write(`${companies} companies loaded in ${Math.round((Date.now() - startedAt) / 1000)} s\n`)
  return url
}

function start(program: 'portal.ts' | 'floor.ts', url: string): Promise<BenchProcess> {
  return startProcess(new URL(`provider-search/${program}`, import.meta.url), [url])
}

type Sizes = Record<'few' | 'many', SearchMeasurement>

/** Runs both in turn, so that what disturbs the machine disturbs both, and takes the round with the least p99 of each. */
async function alternate(servers: Record<keyof Sizes, BenchProcess>): Promise<Sizes> {
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

function run({ ready: port }: BenchProcess, duration: number): Promise<SearchMeasurement> {
  const load: SearchLoad = { port, connections, seconds: duration }
  return askOnce(new URL('provider-search/load.ts', import.meta.url), 'measure', load)
}

function print({ few: small, many: large }: Sizes, floor: SearchMeasurement): void {
  printRatio('provider search p99, 1,000,000 companies over 10,000', large.p99 / small.p99, {
    bar: `at most ${barManyOverFew}`,
    figures: `floor ${figures(small)}; ours ${figures(large)}`,
  })
  const overFloor = large.perSecond / floor.perSecond
  printRatio('provider search among 1,000,000, requests over ILIKE with count(*)', overFloor, {
    bar: `at least ${barAgainstFloor}`,
    figures: `floor ${figures(floor)}; ours ${figures(large)}`,
  })
}

function figures({ perSecond, p50, p99, found, answered }: SearchMeasurement): string {
  const part = Math.round((100 * found) / answered)
  return `${perSecond.toFixed(1)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${part} % found something`
}
