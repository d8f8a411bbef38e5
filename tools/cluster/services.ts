import { setTimeout as pause } from 'node:timers/promises'
import type { ProcessIdentity } from '#server/database/running-process.ts'
import { waitUntilReady, withLastWords } from '../../scripts/world/readiness.ts'
import { StartError } from '../../scripts/world/start-error.ts'
import type { Service } from './service.ts'
import { startService, type RunningService } from './start-service.ts'

/** What runs, and what is done to it. */
export type Services = {
  /** Starts them side by side and waits until all are ready; one that ends is started again, as a service manager does. */
  start(services: readonly Service[]): Promise<void>
  /** Runs one that ends by itself. */
  runToEnd(service: Service): Promise<void>
  signal(name: string, signal: NodeJS.Signals): void
  /** The number of its process now. */
  pidOf(name: string): number | undefined
  /** Resolves once it answers, whichever process it then is. */
  ready(name: string): Promise<void>
  /** What is started in its place when it next ends. */
  replace(service: Service): void
  /** Kills it, and starts it again only at `release`. */
  hold(name: string): void
  release(name: string): void
  /** Ends what was started last first. */
  stop(): Promise<void>
}

type CreateServices = {
  logFolder: string
  /** Told of all that run whenever one is added. */
  note: (running: readonly { name: string; identity: ProcessIdentity }[]) => void
  /** Told of one that ended by itself. */
  complain: (text: string) => void
  /** Told once of one that never gets ready again. */
  giveUp: (text: string) => void
}

const restartAfterMs = 1_000
const failedStartsAtMost = 20

/** Nothing runs yet. */
export function createServices({ logFolder, note, complain, giveUp }: CreateServices): Services {
  const known = new Map<string, Service>()
  const running = new Map<string, RunningService>()
  const readiness = new Map<string, Promise<void>>()
  const held = new Map<string, PromiseWithResolvers<void>>()
  const order: string[][] = []
  let stopping = false

  async function startOne(service: Service): Promise<RunningService> {
    if (stopping) throw new StartError('Stopped while starting.')
    const child = await startService(service, logFolder)
    running.set(service.name, child)
    note([...running.values()].flatMap(({ name, identity }) => (identity ? [{ name, identity }] : [])))
    return child
  }

  async function startReady(service: Service): Promise<void> {
    const child = await startOne(service)
    await waitUntilReady(service, child)
    void child.ended.then(() => startAgain(service.name))
  }

  async function startAgain(name: string): Promise<void> {
    if (stopping) return
    const again = revive(name)
    readiness.set(name, again)
    await again.catch((error: Error) => stopping || giveUp(error.message))
  }

  async function revive(name: string): Promise<void> {
    for (let failed = 0; failed < failedStartsAtMost; failed += 1) {
      await held.get(name)?.promise
      await pause(restartAfterMs)
      try {
        return await startReady(serviceOf(name))
      } catch (error) {
        if (stopping) throw error
        complain(`${(error as Error).message}; it is started again`)
        await running.get(name)?.stop()
      }
    }
    throw new StartError(`The ${name} process was started ${failedStartsAtMost} times and never got ready.`)
  }

  function serviceOf(name: string): Service {
    const service = known.get(name)
    if (!service) throw new Error(`There is no service ${name}.`)
    return service
  }

  function signal(name: string, kind: NodeJS.Signals): void {
    running.get(name)?.signal(kind)
  }

  async function start(services: readonly Service[]): Promise<void> {
    order.push(services.map(({ name }) => name))
    for (const service of services) known.set(service.name, service)
    await Promise.all(services.map(startReady))
  }

  async function runToEnd(service: Service): Promise<void> {
    const child = await startOne(service)
    const code = await child.ended
    running.delete(service.name)
    if (code !== 0) throw new StartError(await withLastWords(`${service.name} failed`, child))
  }

  async function ready(name: string): Promise<void> {
    const service = serviceOf(name)
    await pause(0)
    await readiness.get(name)
    const now = running.get(name)
    if (now) await waitUntilReady(service, now)
  }

  async function stop(): Promise<void> {
    stopping = true
    for (const [name, { resolve }] of held) {
      held.delete(name)
      resolve()
    }
    const layers = [...order.toReversed(), [...running.keys()]]
    for (const layer of layers) await Promise.all(layer.map(async (name) => running.get(name)?.stop()))
  }

  return {
    start,
    runToEnd,
    signal,
    pidOf: (name) => running.get(name)?.identity?.pid,
    ready,
    replace: (service) => void known.set(service.name, service),
    hold: (name) => {
      held.set(name, Promise.withResolvers())
      signal(name, 'SIGKILL')
    },
    release: (name) => {
      held.get(name)?.resolve()
      held.delete(name)
    },
    stop,
  }
}
