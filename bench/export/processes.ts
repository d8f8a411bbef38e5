import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Done, Order } from './child.ts'
import type { SteadyLoad } from './steady-load.ts'

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Makes one package, or as many as `times` says, in a process of its own. Answers what came of the last. */
export async function exportOnce(order: Omit<Order, 'times'>, times = 1): Promise<Done> {
  const child = start({ ...order, times })
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return JSON.parse(output.trim().split('\n').at(-1) ?? '') as Done
}

/** Makes packages one after the other until it is stopped; answers once the first is under way. */
export function exportOnAndOn(order: Omit<Order, 'times'>): { stop: () => Promise<void> } {
  const child = start({ ...order, times: null })
  child.stdout.resume()
  return { stop: async () => end(child) }
}

function start(order: Order) {
  const child = spawn(process.execPath, [fileOf('child.ts')], { stdio: ['pipe', 'pipe', 'inherit'] })
  process.once('exit', () => child.kill('SIGKILL'))
  child.stdin.end(JSON.stringify(order))
  return child
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) throw new Error('The exports ended by themselves')
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** The p99 of a steady load in milliseconds. */
export async function p99Of(load: SteadyLoad): Promise<number> {
  const child = spawn(process.execPath, [fileOf('steady-load.ts')], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(load))
  return Number(await text(child.stdout))
}
