import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { openDatabase } from '#server/database/database.ts'
import { startTemporary } from '#server/database/temporary.ts'
import type { BenchForm } from './bus/form.ts'
import { type BenchNats, startNatsServer } from './bus/nats-server.ts'
import { cpuOfFamily, serverPidOf } from './cpu-of-family.ts'
import { createDatabase } from './database.ts'
import { registerGateways } from './gateways.ts'
import { printRatio } from './print.ts'
import { type BenchProcess, startProcess } from './processes.ts'
import { median, measureInTurns } from './turns.ts'

// The bus alone, over NATS and by NOTIFY: changes of a fleet, committed as ingest does, to two processes of which each
// watches half of a share of it. What each costs is CPU time for a second of it. There is no bar: both forms are kept, and this says which to choose.
const gateways = 10_000
const hearers = 2
const rates = [2_000, 20_000]
const shares = [0.01, 0.1, 1]
const seconds = 3
const rounds = 2
const lateMs = 500

const parts = ['sender', 'hearer', 'database', 'nats'] as const
type Costs = Record<(typeof parts)[number] | 'perSecond' | 'heard', number>
type World = { url: string; nats: BenchNats; postmaster: number }

const nats = await startNatsServer()
if (nats === null) process.stdout.write('no nats-server here: the bus is not measured; install nats-server\n')
else await compareForms(nats)

async function compareForms(server: BenchNats): Promise<void> {
  const cluster = await startTemporary({ durable: true })
  try {
    const url = await createDatabase(cluster.url, 'bus')
    const { pool, close } = openDatabase(url)
    await registerGateways(pool, gateways)
    await fillStatuses(pool)
    const world = { url, nats: server, postmaster: await serverPidOf(pool) }
    await close()
    for (const perSecond of rates) {
      const compared: Comparison[] = []
      for (const share of shares) compared.push(await compareAt(world, { perSecond, share }))
      sayWhereItPays(perSecond, compared)
    }
  } finally {
    await cluster.stop()
    await server.stop()
  }
}

type Comparison = { share: number; notify: Costs; over: Costs }

type Load = { perSecond: number; share: number }

async function compareAt(world: World, load: Load): Promise<Comparison> {
  const costs: Record<BenchForm, Costs[]> = { notify: [], nats: [] }
  const measure = (form: BenchForm) => async () => {
    const cost = await costOf(world, form, load)
    costs[form].push(cost)
    return cost.hearer
  }
  const hearing = await measureInTurns({ notify: measure('notify'), nats: measure('nats') }, rounds)
  const [notify, over] = [medians(costs.notify), medians(costs.nats)]
  const { perSecond, share } = load
  printRatio(
    `bus, ${perSecond} changes a second, ${share * 100} % watched: CPU of a process that hears, NATS to NOTIFY`,
    [hearing.nats, hearing.notify],
    { bar: null, figures: `CPU ms a second: NOTIFY ${figuresOf(notify)}; NATS ${figuresOf(over)}` },
  )
  return { share, notify, over }
}

async function costOf({ url, nats: { host, pid }, postmaster }: World, form: BenchForm, load: Load): Promise<Costs> {
  const sender = await startProcess(new URL('./bus/sender.ts', import.meta.url), [form, url, host])
  const listening: BenchProcess[] = []
  for (let place = 0; place < hearers; place++) {
    const args = [form, url, host, load.share, place, hearers]
    listening.push(await startProcess(new URL('./bus/hearer.ts', import.meta.url), args))
  }
  const look = async () => ({
    sender: await sender.ask('cpu'),
    hearer: (await Promise.all(listening.map((one) => one.ask('cpu')))).reduce((sum, cpu) => sum + cpu) / hearers,
    database: await cpuOfFamily(postmaster),
    nats: await cpuOfFamily(pid),
  })
  await sender.ask('send', { ...load, seconds: 1 })
  await pause(lateMs)
  const [before, heardBefore] = [await look(), await heardBy(listening)]
  const began = performance.now()
  const perSecond = await sender.ask('send', { ...load, seconds })
  await pause(lateMs)
  const tookS = (performance.now() - began) / 1000
  const [after, heard] = [await look(), (await heardBy(listening)) - heardBefore]
  for (const one of [...listening, sender]) await one.stop()
  const spent = parts.map((part) => [part, (after[part] - before[part]) / tookS])
  return { ...(Object.fromEntries(spent) as Costs), perSecond, heard: heard / (load.perSecond * seconds * load.share) }
}

/** What NATS costs grows with the share that is watched, what NOTIFY costs does not: they meet where the lines do. */
function sayWhereItPays(perSecond: number, compared: readonly Comparison[]): void {
  const [least, most] = [compared[0], compared.at(-1)]
  if (!least || !most) return
  const shareFor = (valueOf: (costs: Costs) => number): string => {
    const growth = (valueOf(most.over) - valueOf(least.over)) / (most.share - least.share)
    const share = least.share + (valueOf(least.notify) - valueOf(least.over)) / growth
    return `${Math.round(Math.min(1, Math.max(0, share)) * 100)} %`
  }
  process.stdout.write(
    `bus, ${perSecond} changes a second: NATS costs less where less is watched than ${shareFor(({ hearer }) => hearer)}` +
      ` (a process that hears), ${shareFor((costs) => costs.sender + hearers * costs.hearer + costs.database + costs.nats)} (all together)\n`,
  )
}

async function heardBy(listening: readonly BenchProcess[]): Promise<number> {
  return (await Promise.all(listening.map((one) => one.ask('heard')))).reduce((sum, heard) => sum + heard)
}

function medians(costs: readonly Costs[]): Costs {
  const names = [...parts, 'perSecond', 'heard'] as const
  return Object.fromEntries(names.map((name) => [name, median(costs.map((cost) => cost[name]))])) as Costs
}

function figuresOf(costs: Costs): string {
  const spent = parts.map((part) => `${part} ${Math.round(costs[part] * 1000)}`).join(', ')
  return `${spent} at ${Math.round(costs.perSecond)}/s, ${Math.round(costs.heard * 100)} % heard`
}

/** All have reported, so that looking for what was missed costs what it does. */
async function fillStatuses(pool: Pool): Promise<void> {
  await pool.query(
    `insert into gateway_status (gateway_id, status, reported, since, last_seen_at, seq, newest)
     select id, 'ONLINE', 'ONLINE', now(), now(), nextval('change_seq'), '{"status": 1, "hc1": 1, "dhw1": 1, "heatCurve": 1}'
     from gateway`,
  )
  await pool.query('vacuum (analyze, freeze)')
}
