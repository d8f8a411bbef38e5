import { readFile } from 'node:fs/promises'
import { startBenchServer } from './bench-server.ts'
import { compareWithBaseline } from './compare-with-baseline.ts'
import { type BenchProcess, startBenchProcess } from './bench-process.ts'
import { fillCompanyTable } from './provider-search/data.ts'
import { readSizeOption } from './size-option.ts'
import { installWrkIfMissing, runWrk } from './wrk.ts'

// Measures a mix of 220 company searches at 32 HTTP connections. Compares the portal with a bare handler over a
// trigram index, and a large number of companies with a small one. `--companies=1000000` uses more.

const sizes = { many: readSizeOption('companies', 300_000), few: 10_000 }

/** One search of the mix. `kind`: the case that the search represents. */
type MixedQuery = { kind: string; country: string; brand: string; value: string }

// The searches were generated from the first 10,000 companies, which both databases contain.
const mix = await readFile(new URL('provider-search/queries.json', import.meta.url), 'utf8')
const paths = (JSON.parse(mix) as MixedQuery[]).map(pathOf)

installWrkIfMissing()
await using server = await startBenchServer({ durable: false })
const urls = { many: await createCompanyDatabase('many'), few: await createCompanyDatabase('few') }
await using baseline = await start('baseline.ts', urls.many)
await using ours = await start('portal.ts', urls.many)
await using few = await start('portal.ts', urls.few)

const [size, fewSize] = [sizes.many.toLocaleString('en'), sizes.few.toLocaleString('en')]
await compareWithBaseline(
  { baseline: measure(baseline), ours: measure(ours), few: measure(few) },
  {
    warmUps: 1,
    rounds: 4,
    figures: [
      {
        label: `provider search among ${size}, requests over a trigram index`,
        of: ({ perSecond }) => perSecond,
        unit: '/s',
        limit: { atLeast: 1.5 },
      },
      {
        label: `provider search p99, ${size} companies over ${fewSize}`,
        pair: ['ours', 'few'],
        of: ({ p99 }) => p99,
        unit: 'ms',
        digits: 1,
        limit: { atMost: 3 },
      },
    ],
  },
)

async function createCompanyDatabase(name: keyof typeof sizes): Promise<string> {
  const url = await server.createDatabase(name)
  await fillCompanyTable(url, sizes[name])
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

function measure({ ready: port }: BenchProcess) {
  const headers = [{ authorization: 'Bearer bench' }]
  return async () => runWrk({ url: `http://127.0.0.1:${port}`, paths, headers, connections: 32, seconds: 5 })
}
