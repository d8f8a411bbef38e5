import { deepStrictEqual } from 'node:assert'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startTemporary } from '#server/database/temporary.ts'
import { createDatabase } from './database.ts'
import { fillList, subjects } from './list/data.ts'
import { startIssuer } from './list/issuer.ts'
import { makePage, startListPortal, type ListServer } from './list/portal.ts'
import { ensureWrk, loadByWrk, type LoadResult } from './wrk.ts'
import { printRatio } from './print-ratio.ts'
import { startProcess } from './processes.ts'
import { measureInTurns, median, ratioOf } from './turns.ts'

// The list of 5 connections at 32 connections, against a bare handler with one statement and the same bytes; and that
// handler against itself, which shows how far chance goes. The load is made by wrk.
const connections = 32
const warmUpSeconds = 2
const seconds = 5
const rounds = 6
const readers = 500
const many = 100_000
const few = 1_000
const barAgainstFloor = 0.5
const barFewOverMany = 1.2
const barSame = 'from 0.9 to 1.1'

ensureWrk()
const folder = await mkdtemp(path.join(tmpdir(), 'bench-list-'))
const cluster = await startTemporary({ durable: true })
const issuer = await startIssuer()
try {
  await makePage(folder)
  const [manyUrl, fewUrl] = [await makeDatabase('many', many), await makeDatabase('few', few)]
  const servers = {
    floor: await startFloor(manyUrl),
    ours: await startOurs(manyUrl, many),
    small: await startOurs(fewUrl, few),
    floorAgain: await startFloor(manyUrl),
  }
  await compare(servers)
  await Promise.all(Object.values(servers).map((server) => server.stop()))
} finally {
  issuer.close()
  await cluster.stop()
  await rm(folder, { recursive: true, force: true })
}

type Servers = Record<'floor' | 'ours' | 'small' | 'floorAgain', ListServer>

async function compare(servers: Servers): Promise<void> {
  deepStrictEqual(await firstAnswer(servers.floor), await firstAnswer(servers.ours))
  const last = await everyOne(servers, warmUpSeconds)
  const measure = (name: keyof Servers) => async () => {
    last[name] = await load(servers[name], seconds)
    return last[name].perSecond
  }
  const perSecond = await measureInTurns(
    { floor: measure('floor'), ours: measure('ours'), small: measure('small'), floorAgain: measure('floorAgain') },
    rounds,
  )
  const figures = (name: keyof Servers) =>
    `${Math.round(median(perSecond[name]))}/s, p99 ${last[name].p99.toFixed(0)} ms, ${Math.round(last[name].bytes)} bytes`
  const print = (what: string, [one, other]: [keyof Servers, keyof Servers], bar: string) => {
    const { value, spread } = ratioOf(perSecond[one], perSecond[other])
    printRatio(what, value, { bar, spread, figures: `${other} ${figures(other)}; ${one} ${figures(one)}` })
  }
  print('list of 5 out of 100,000, against a bare handler', ['ours', 'floor'], `at least ${barAgainstFloor}`)
  print('list of 5 out of 1,000, against out of 100,000', ['small', 'ours'], `at most ${barFewOverMany}`)
  print('the bare handler, against itself', ['floorAgain', 'floor'], barSame)
}

async function firstAnswer({ url, headers: [headers = {}] }: ListServer): Promise<unknown> {
  return (await fetch(url, { headers })).json()
}

async function everyOne(servers: Servers, duration: number): Promise<Record<keyof Servers, LoadResult>> {
  const results: Partial<Record<keyof Servers, LoadResult>> = {}
  for (const name of Object.keys(servers) as (keyof Servers)[]) results[name] = await load(servers[name], duration)
  return results as Record<keyof Servers, LoadResult>
}

function load({ url, headers }: ListServer, duration: number): Promise<LoadResult> {
  return loadByWrk({ url, headers, connections, seconds: duration })
}

async function makeDatabase(name: string, gateways: number): Promise<string> {
  const url = await createDatabase(cluster.url, name)
  await fillList(url, { issuer: issuer.url, gateways })
  return url
}

async function startFloor(url: string): Promise<ListServer> {
  const { ready: port, stop } = await startProcess(new URL('list/floor.ts', import.meta.url), [url, issuer.url])
  const headers = subjects(many, readers).map((subject) => ({ 'x-subject': subject }))
  return { url: `http://127.0.0.1:${port}/`, headers, stop }
}

async function startOurs(url: string, gateways: number): Promise<ListServer> {
  const subjectsOfAll = subjects(gateways, Math.min(readers, gateways / 5))
  return startListPortal({ issuer, databaseUrl: url, pageDir: folder, subjects: subjectsOfAll })
}
