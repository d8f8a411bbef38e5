import { strictEqual } from 'node:assert'
import { readCpuSeconds } from '../process-table.ts'
import { runWithDatabasePool } from '../database-pool.ts'
import { findPostgresPid, startBenchServer } from './bench-server.ts'
import { insertFaults, insertListData, pickSubjects } from './list/data.ts'
import { createBenchIssuer, type ListServer, startListPortal } from './list/list-portal.ts'
import { installWrkIfMissing, runWrk } from './wrk.ts'
import { compareWithBaseline } from './compare-with-baseline.ts'
import { startBenchProcess } from './bench-process.ts'

// Measures the list of 5 appliances at 32 HTTP connections. The baseline is a bare handler that joins the same tables
// and sends the same bytes. The load comes from wrk.

const seconds = 5
const readers = 500
const gateways = 100_000

installWrkIfMissing()
await using server = await startBenchServer({ durable: true })
await using issuer = await createBenchIssuer()
const databaseUrl = await server.createDatabase('list')
await insertListData(databaseUrl, { issuer: issuer.url, gateways })
await insertFaults(databaseUrl, gateways)
const subjects = pickSubjects(gateways, readers)
await using baseline = await startBaseline()
await using ours = await startListPortal({ issuer, databaseUrl, folder: server.folder, subjects })
for (let reader = 0; reader < readers; reader += 1)
  strictEqual(await answerTo(baseline, reader), await answerTo(ours, reader))

const postmaster = await runWithDatabasePool(server.url, findPostgresPid)
await compareWithBaseline(
  { baseline: measure(baseline), ours: measure(ours) },
  {
    warmUps: 1,
    rounds: 6,
    figures: [
      {
        label: 'list of 5 out of 100,000, against a bare handler',
        of: ({ perSecond }) => perSecond,
        unit: '/s',
        limit: { atLeast: 0.5 },
      },
      {
        label: "its CPU of PostgreSQL, against the bare handler's",
        of: ({ databaseUs }) => databaseUs,
        unit: 'µs',
        limit: { atMost: 2 },
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

async function startBaseline(): Promise<ListServer> {
  const program = await startBenchProcess(new URL('list/baseline.ts', import.meta.url), [databaseUrl, issuer.url])
  const headers = subjects.map((subject) => ({ 'x-subject': subject }))
  return { ...program, url: `http://127.0.0.1:${program.ready}/`, headers }
}
