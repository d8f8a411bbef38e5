import { readFile } from 'node:fs/promises'
import { startTemporaryDatabase } from '#test/processes/temporary-database.ts'
import { createBenchDatabase } from './bench-database.ts'
import { type FigureLimit, limitOfBaselineAgainstItself, printRatio } from './print-figures.ts'
import { type BenchProcess, startBenchProcess } from './bench-process.ts'
import { fillCompanyTable } from './provider-search/data.ts'
import { readSizeOption } from './size-option.ts'
import { measureInTurns, median } from './measure-in-turns.ts'
import { installWrkIfMissing, runWrk, type WrkResult } from './wrk.ts'

// Measures a mix of 220 company searches at 32 HTTP connections. Compares the portal with a bare handler over a trigram
// index, and a large number of companies with a small number. With `--companies=1000000` the large number is larger.
const connections = 32
const many = readSizeOption('companies', 300_000)
const few = 10_000
const warmUpSeconds = 3
const seconds = 5
const rounds = 4
const limitAgainstBaseline = { atLeast: 1.5 }
const manyOverFewLimit = { atMost: 3 }

/** One search of the mix. `kind`: the case that the search represents. */
type MixedQuery = { kind: string; country: string; brand: string; value: string }

// The searches were generated from the first 10,000 companies, which both databases contain.
const mix = await readFile(new URL('provider-search/queries.json', import.meta.url), 'utf8')
const paths = (JSON.parse(mix) as MixedQuery[]).map(pathOf)
const authorization = 'Bearer bench'

installWrkIfMissing()
const cluster = await startTemporaryDatabase({ durable: false })
try {
  const [fewUrl, manyUrl] = [await makeDatabase('few', few), await makeDatabase('many', many)]
  const servers = {
    baseline: await start('baseline.ts', manyUrl),
    ours: await start('portal.ts', manyUrl),
    few: await start('portal.ts', fewUrl),
    baselineAgain: await start('baseline.ts', manyUrl),
  }
  await compare(servers)
  await Promise.all(Object.values(servers).map(async (server) => server.stop()))
} finally {
  await cluster.stop()
}

async function makeDatabase(name: string, companies: number): Promise<string> {
  const url = await createBenchDatabase(cluster.url, name)
  const startedAt = Date.now()
  await fillCompanyTable(url, companies)
  process.stdout.write(`${companies} companies loaded in ${Math.round((Date.now() - startedAt) / 1000)} s\n`)
  return url
}

function start(program: 'portal.ts' | 'baseline.ts', url: string): Promise<BenchProcess> {
  return startBenchProcess(new URL(`provider-search/${program}`, import.meta.url), [url])
}

/** Returns the path of the request that the app sends, with five results. Specification 9. */
function pathOf({ country, brand, value }: MixedQuery): string {
  const query = new URLSearchParams({ country, brand, value, limit: '5', offset: '0' })
  return `/api/2/companies/providers?${query.toString()}`
}

type Name = 'baseline' | 'ours' | 'few' | 'baselineAgain'

async function compare(servers: Record<Name, BenchProcess>): Promise<void> {
  for (const server of Object.values(servers)) await load(server, warmUpSeconds)
  const measure = (name: Name) => () => load(servers[name], seconds)
  const results = await measureInTurns(
    {
      baseline: measure('baseline'),
      ours: measure('ours'),
      few: measure('few'),
      baselineAgain: measure('baselineAgain'),
    },
    rounds,
  )
  const found = { baseline: await countFound(servers.baseline), ours: await countFound(servers.ours) }
  const valuesOf = (name: Name, by: 'perSecond' | 'p99') => results[name].map((result) => result[by])
  const figures = (name: Name) =>
    `${Math.round(median(valuesOf(name, 'perSecond')))}/s, p99 ${median(valuesOf(name, 'p99')).toFixed(1)} ms`
  const print = (
    label: string,
    [one, other]: [Name, Name],
    { by, limit }: { by: 'perSecond' | 'p99'; limit: FigureLimit },
  ) => {
    const pair = [valuesOf(one, by), valuesOf(other, by)] as const
    printRatio(label, pair, { limit, figures: `${other} ${figures(other)}; ${one} ${figures(one)}` })
  }
  const [size, fewSize] = [many.toLocaleString('en'), few.toLocaleString('en')]
  print(`provider search among ${size}, requests over a trigram index`, ['ours', 'baseline'], {
    by: 'perSecond',
    limit: limitAgainstBaseline,
  })
  print(`provider search p99, ${size} companies over ${fewSize}`, ['ours', 'few'], {
    by: 'p99',
    limit: manyOverFewLimit,
  })
  print('the trigram index, against itself', ['baselineAgain', 'baseline'], {
    by: 'perSecond',
    limit: limitOfBaselineAgainstItself,
  })
  process.stdout.write(`of ${paths.length} searches the baseline finds ${found.baseline}, ours ${found.ours}\n`)
}

async function countFound({ ready: port }: BenchProcess): Promise<number> {
  let found = 0
  for (const path of paths) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization } })
    const { total } = (await answer.json()) as { total: number }
    if (total > 0) found += 1
  }
  return found
}

function load({ ready: port }: BenchProcess, duration: number): Promise<WrkResult> {
  return runWrk({
    url: `http://127.0.0.1:${port}`,
    paths,
    headers: [{ authorization }],
    connections,
    seconds: duration,
  })
}
