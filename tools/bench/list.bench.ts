import { strictEqual } from 'node:assert'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startTemporaryDatabase } from '#server/database/temporary-database.ts'
import { readCpuSeconds, findServerPid } from './process-cpu.ts'
import { createDatabase, workOnDatabase } from './database.ts'
import { fillFaults, fillList, spreadSubjects } from './list/data.ts'
import { startIssuer } from './list/issuer.ts'
import { makePage, startListPortal, type ListServer } from './list/portal.ts'
import { ensureWrk, runWrk, type WrkResult } from './wrk.ts'
import { type FigureLimit, limitAgainstItself, printRatio } from './print.ts'
import { startProcess } from './processes.ts'
import { measureInTurns, median } from './turns.ts'

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

ensureWrk()
const folder = await mkdtemp(path.join(tmpdir(), 'bench-list-'))
const cluster = await startTemporaryDatabase({ durable: true })
const issuer = await startIssuer()
try {
  await makePage(folder)
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
  const postmaster = await workOnDatabase(cluster.url, findServerPid)
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
    limit: limitAgainstItself,
  })
}

async function answerTo({ url, headers }: ListServer, reader: number): Promise<string> {
  return (await fetch(url, { headers: headers[reader] ?? {} })).text()
}

function load({ url, headers }: ListServer, duration: number): Promise<WrkResult> {
  return runWrk({ url, headers, connections, seconds: duration })
}

async function makeDatabase(name: string, gateways: number): Promise<string> {
  const url = await createDatabase(cluster.url, name)
  await fillList(url, { issuer: issuer.url, gateways })
  await fillFaults(url, gateways)
  return url
}

async function startBaseline(url: string): Promise<ListServer> {
  const { ready: port, stop } = await startProcess(new URL('list/baseline.ts', import.meta.url), [url, issuer.url])
  const headers = spreadSubjects(many, readers).map((subject) => ({ 'x-subject': subject }))
  return { url: `http://127.0.0.1:${port}/`, headers, stop }
}

async function startOurs(url: string, gateways: number): Promise<ListServer> {
  const subjectsOfAll = spreadSubjects(gateways, Math.min(readers, gateways / 5))
  return startListPortal({ issuer, databaseUrl: url, pageDir: folder, subjects: subjectsOfAll })
}
