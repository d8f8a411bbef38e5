import { strictEqual } from 'node:assert'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startTemporaryDatabase } from '#test/processes/temporary-database.ts'
import { readCpuSeconds, findPostgresPid } from './process-cpu.ts'
import { createBenchDatabase, runWithDatabasePool } from './bench-database.ts'
import { insertFaults, insertListData, pickSubjects } from './list/data.ts'
import { startAccessTokenIssuer } from './list/access-token-issuer.ts'
import { writeEmptyPage, startListPortal, type ListServer } from './list/list-portal.ts'
import { installWrkIfMissing, runWrk, type WrkResult } from './wrk.ts'
import { type FigureLimit, limitOfBaselineAgainstItself, printRatio } from './print-figures.ts'
import { startBenchProcess } from './bench-process.ts'
import { measureInTurns, median } from './measure-in-turns.ts'

// Measures the list of 5 appliances at 32 HTTP connections. The baseline is a bare handler that joins the same tables
// and sends the same bytes. The baseline is also compared with itself, which shows the measuring error. The load
// comes from wrk.
const connections = 32
const warmUpSeconds = 2
const seconds = 5
const rounds = 6
const readers = 500
const many = 100_000
const few = 1_000
const limitAgainstBaseline = { atLeast: 0.5 }
const fewOverManyLimit = { atMost: 1.2 }
const databaseLimit = { atMost: 2 }

installWrkIfMissing()
const folder = await mkdtemp(path.join(tmpdir(), 'bench-list-'))
const cluster = await startTemporaryDatabase({ durable: true })
const issuer = await startAccessTokenIssuer()
try {
  await writeEmptyPage(folder)
  const [manyUrl, fewUrl] = [await makeDatabase('many', many), await makeDatabase('few', few)]
  const servers = {
    baseline: await startBaseline(manyUrl),
    ours: await startOurs(manyUrl, many),
    small: await startOurs(fewUrl, few),
    baselineAgain: await startBaseline(manyUrl),
  }
  await compare(servers)
  await Promise.all(Object.values(servers).map((server) => server.stop()))
} finally {
  issuer.close()
  await cluster.stop()
  await rm(folder, { recursive: true, force: true })
}

type Servers = Record<'baseline' | 'ours' | 'small' | 'baselineAgain', ListServer>

async function compare(servers: Servers): Promise<void> {
  for (let reader = 0; reader < readers; reader += 1)
    strictEqual(await answerTo(servers.baseline, reader), await answerTo(servers.ours, reader))
  for (const server of Object.values(servers)) await load(server, warmUpSeconds)
  const postmaster = await runWithDatabasePool(cluster.url, findPostgresPid)
  const measure = (name: keyof Servers) => async () => {
    const cpuBefore = await readCpuSeconds(postmaster)
    const result = await load(servers[name], seconds)
    const databaseUs = (((await readCpuSeconds(postmaster)) - cpuBefore) / (result.perSecond * seconds)) * 1e6
    return { ...result, databaseUs }
  }
  const results = await measureInTurns(
    {
      baseline: measure('baseline'),
      ours: measure('ours'),
      small: measure('small'),
      baselineAgain: measure('baselineAgain'),
    },
    rounds,
  )
  type By = 'perSecond' | 'p99' | 'bytes' | 'databaseUs'
  const valuesOf = (name: keyof Servers, by: By) => results[name].map((result) => result[by])
  const middle = (name: keyof Servers, by: By) => Math.round(median(valuesOf(name, by)))
  const figures = (name: keyof Servers) =>
    `${name} ${middle(name, 'perSecond')}/s, p99 ${middle(name, 'p99')} ms, ${middle(name, 'bytes')} bytes, PostgreSQL ${middle(name, 'databaseUs')} µs`
  const print = (
    label: string,
    [one, other]: [keyof Servers, keyof Servers],
    { by, limit }: { by: By; limit: FigureLimit },
  ) =>
    printRatio(label, [valuesOf(one, by), valuesOf(other, by)], {
      limit,
      figures: `${figures(other)}; ${figures(one)}`,
    })
  print('list of 5 out of 100,000, against a bare handler', ['ours', 'baseline'], {
    by: 'perSecond',
    limit: limitAgainstBaseline,
  })
  print("its CPU of PostgreSQL, against the bare handler's", ['ours', 'baseline'], {
    by: 'databaseUs',
    limit: databaseLimit,
  })
  print('list of 5 out of 1,000, against out of 100,000', ['small', 'ours'], {
    by: 'perSecond',
    limit: fewOverManyLimit,
  })
  print('the bare handler, against itself', ['baselineAgain', 'baseline'], {
    by: 'perSecond',
    limit: limitOfBaselineAgainstItself,
  })
}

async function answerTo({ url, headers }: ListServer, reader: number): Promise<string> {
  return (await fetch(url, { headers: headers[reader] ?? {} })).text()
}

function load({ url, headers }: ListServer, duration: number): Promise<WrkResult> {
  return runWrk({ url, headers, connections, seconds: duration })
}

async function makeDatabase(name: string, gateways: number): Promise<string> {
  const url = await createBenchDatabase(cluster.url, name)
  await insertListData(url, { issuer: issuer.url, gateways })
  await insertFaults(url, gateways)
  return url
}

async function startBaseline(url: string): Promise<ListServer> {
  const { ready: port, stop } = await startBenchProcess(new URL('list/baseline.ts', import.meta.url), [url, issuer.url])
  const headers = pickSubjects(many, readers).map((subject) => ({ 'x-subject': subject }))
  return { url: `http://127.0.0.1:${port}/`, headers, stop }
}

async function startOurs(url: string, gateways: number): Promise<ListServer> {
  const subjectsOfAll = pickSubjects(gateways, Math.min(readers, gateways / 5))
  return startListPortal({ issuer, databaseUrl: url, pageDir: folder, subjects: subjectsOfAll })
}
