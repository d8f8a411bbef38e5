import { strictEqual } from 'node:assert'
import { readCpuSeconds } from '../process-table.ts'
import { findPostgresPid, runWithDatabasePool, startBenchServer } from './bench-server.ts'
import { insertFaults, insertListData, pickSubjects } from './list/data.ts'
import { createBenchIssuer, type ListServer, startListPortal } from './list/list-portal.ts'
import { installWrkIfMissing, runWrk } from './wrk.ts'
import { compareWithBaseline } from './compare-with-baseline.ts'
import { startBenchProcess } from './bench-process.ts'

// Measures the list of 5 appliances at 32 HTTP connections. The baseline is a bare handler that joins the same tables
// and sends the same bytes. The load comes from wrk.

const seconds = 5
const readers = 500
const many = 100_000
const few = 1_000

installWrkIfMissing()
await using server = await startBenchServer({ durable: true })
await using issuer = await createBenchIssuer()
const [manyUrl, fewUrl] = [await createListDatabase('many', many), await createListDatabase('few', few)]
await using baseline = await startBaseline()
await using ours = await startPortal(manyUrl, many)
await using small = await startPortal(fewUrl, few)
for (let reader = 0; reader < readers; reader += 1)
  strictEqual(await answerTo(baseline, reader), await answerTo(ours, reader))

const postmaster = await runWithDatabasePool(server.url, findPostgresPid)
const perSecond = { of: (one: { perSecond: number }) => one.perSecond, unit: '/s' }
await compareWithBaseline(
  { baseline: measure(baseline), ours: measure(ours), small: measure(small) },
  {
    warmUps: 1,
    rounds: 6,
    figures: [
      { ...perSecond, label: 'list of 5 out of 100,000, against a bare handler', limit: { atLeast: 0.5 } },
      {
        label: "its CPU of PostgreSQL, against the bare handler's",
        of: ({ databaseUs }) => databaseUs,
        unit: 'µs',
        limit: { atMost: 2 },
      },
      {
        ...perSecond,
        label: 'list of 5 out of 1,000, against out of 100,000',
        pair: ['small', 'ours'],
        limit: { atMost: 1.2 },
      },
    ],
  },
)

function measure({ url, headers }: ListServer) {
  return async () => {
    const cpuBefore = readCpuSeconds(postmaster)
    const result = await runWrk({ url, headers, connections: 32, seconds })
    const databaseUs = ((readCpuSeconds(postmaster) - cpuBefore) / (result.perSecond * seconds)) * 1e6
    return { ...result, databaseUs }
  }
}

async function answerTo({ url, headers }: ListServer, reader: number): Promise<string> {
  return (await fetch(url, { headers: headers[reader] ?? {} })).text()
}

async function createListDatabase(name: string, gateways: number): Promise<string> {
  const url = await server.createDatabase(name)
  await insertListData(url, { issuer: issuer.url, gateways })
  await insertFaults(url, gateways)
  return url
}

async function startBaseline(): Promise<ListServer> {
  const program = await startBenchProcess(new URL('list/baseline.ts', import.meta.url), [manyUrl, issuer.url])
  const headers = pickSubjects(many, readers).map((subject) => ({ 'x-subject': subject }))
  return { ...program, url: `http://127.0.0.1:${program.ready}/`, headers }
}

async function startPortal(databaseUrl: string, gateways: number): Promise<ListServer> {
  const subjects = pickSubjects(gateways, Math.min(readers, gateways / 5))
  return startListPortal({ issuer, databaseUrl, folder: server.folder, subjects })
}
