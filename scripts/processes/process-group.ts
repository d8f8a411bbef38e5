import { setTimeout as pause } from 'node:timers/promises'
import type { ProcessIdentity } from './running-process.ts'
import { startServiceProcess, type ServiceProcess, type ServiceProcessOptions } from './service-process.ts'
import { type RestartBackoff, createRestartBackoff } from './restart-backoff.ts'
import { waitForProcessEnd, waitUntilReady, addLastError } from './readiness.ts'
import type { ServiceSpec } from './service-spec.ts'
import { StartError } from './start-error.ts'

/** The services that one program starts, and restarts when they end unexpectedly. */
export type ProcessGroup = {
  /**
   * Starts services in parallel and waits until all are ready. A service that ends later is restarted, unless it has
   * ended too often.
   */
  start(services: readonly ServiceSpec[]): Promise<void>
  /** Runs a service that ends by itself, and resolves at its end. */
  runToEnd(service: ServiceSpec, onMessage?: (message: unknown) => void): Promise<void>
  /** Ends the service with the name of `service`, and starts `service` instead. */
  restart(service: ServiceSpec): Promise<void>
  signal(name: string, signal: NodeJS.Signals): void
  /** The id of the service's current process. */
  pidOf(name: string): number | undefined
  /** Resolves when the service answers, possibly in a restarted process. */
  ready(name: string): Promise<void>
  /** Uses `service` at the next restart of the service with this name. */
  replace(service: ServiceSpec): void
  /** Kills the service. The service restarts only after `release`. */
  hold(name: string): void
  /** Allows the restart of a service that `hold` killed. */
  release(name: string): void
  /** Ends all services, in the reverse order of the calls of `start`. */
  stop(): Promise<void>
}

export type RunningService = { name: string; identity: ProcessIdentity }

type CreateProcessGroup = ServiceProcessOptions & {
  /** Called after each start of a service with all running services. */
  note: (running: RunningService[]) => void
  /** Called with a sentence for each service that could not be restarted. */
  printError: (text: string) => void
  /** Called with a sentence for each service that ended by itself. */
  reportEnd: (text: string) => void
  /** Called with a sentence when a service ended too often and is not restarted again. */
  giveUp: (text: string) => void
  /** Creates the backoff of one service; the default is `createRestartBackoff`. */
  createBackoff?: () => RestartBackoff
}

type ExitedService = { name: string; exited: ServiceProcess; backoff: RestartBackoff; ranMs: number }

export function createProcessGroup(options: CreateProcessGroup): ProcessGroup {
  const { note, printError, reportEnd, giveUp, createBackoff = createRestartBackoff } = options
  const services = new Map<string, ServiceSpec>()
  const running = new Map<string, ServiceProcess>()
  const restarts = new Map<string, Promise<void>>()
  const holds = createHolds()
  const layers: string[][] = []
  let stopping: Promise<void> | undefined

  async function startOne(service: ServiceSpec, onMessage?: (message: unknown) => void): Promise<ServiceProcess> {
    if (stopping) throw whenStopped()
    const child = await startServiceProcess(service, options, onMessage)
    running.set(service.name, child)
    note([...running.values()].flatMap(({ name, identity }) => (identity ? [{ name, identity }] : [])))
    if (!stopping) return child
    await child.stop()
    throw whenStopped()
  }

  async function startReady(name: string, backoff: RestartBackoff = createBackoff()): Promise<void> {
    const startedAt = performance.now()
    const service = serviceOf(services, name)
    const child = await startOne(service)
    await waitUntilReady(service, child)
    void child.ended.then(() => restartAfterEnd({ name, exited: child, backoff, ranMs: performance.now() - startedAt }))
  }

  function restartAfterEnd(service: ExitedService): void {
    const { name, exited } = service
    if (!stopping && running.get(name) === exited) restarts.set(name, startAgain(service))
  }

  async function startAgain({ name, exited, backoff, ranMs }: ExitedService): Promise<void> {
    const next = backoff.next(ranMs)
    if (next.again === 'never') return giveUp(await endOf(exited, `has ended ${next.exits} times in a row`))
    reportEnd(await endOf(exited, `has ended and is started again in ${next.pauseMs / 1_000} s`))
    await holds.wait(name)
    await pause(next.pauseMs)
    await startReady(name, backoff).catch((error: Error) => stopping ?? startStillAgain(name, backoff, error))
  }

  async function startStillAgain(name: string, backoff: RestartBackoff, { message }: Error): Promise<void> {
    printError(message)
    const serviceProcess = running.get(name)
    await serviceProcess?.stop()
    if (serviceProcess && !stopping) await startAgain({ name, exited: serviceProcess, backoff, ranMs: 0 })
  }

  async function restart(service: ServiceSpec): Promise<void> {
    const { name } = service
    services.set(name, service)
    const child = running.get(name)
    running.delete(name)
    await child?.stop()
    await startReady(name)
  }

  async function start(layer: readonly ServiceSpec[]): Promise<void> {
    layers.push(layer.map(({ name }) => name))
    for (const service of layer) services.set(service.name, service)
    await Promise.all(layer.map(({ name }) => startReady(name)))
  }

  async function runToEnd(service: ServiceSpec, onMessage?: (message: unknown) => void): Promise<void> {
    await waitForProcessEnd(await startOne(service, onMessage))
    running.delete(service.name)
  }

  async function ready(name: string): Promise<void> {
    const service = serviceOf(services, name)
    // Waits one turn of the event loop. Node reports the end of a process only in that turn.
    await pause(0)
    await restarts.get(name)
    const child = running.get(name)
    if (child) await waitUntilReady(service, child)
  }

  async function stopAll(): Promise<void> {
    holds.releaseAll()
    for (const layer of [...layers.toReversed(), [...running.keys()]])
      await Promise.all(layer.map(async (name) => running.get(name)?.stop()))
  }

  return {
    start,
    runToEnd,
    restart,
    signal: (name, signal) => running.get(name)?.signal(signal),
    pidOf: (name) => running.get(name)?.identity?.pid,
    ready,
    replace: (service) => void services.set(service.name, service),
    hold: (name) => {
      holds.add(name)
      running.get(name)?.signal('SIGKILL')
    },
    release: holds.release,
    stop: () => (stopping ??= stopAll()),
  }
}

function serviceOf(services: ReadonlyMap<string, ServiceSpec>, name: string): ServiceSpec {
  const service = services.get(name)
  if (!service) throw new Error(`There is no service ${name}.`)
  return service
}

/** Creates the set of services that must not be restarted yet. */
function createHolds() {
  const heldProcesses = new Map<string, PromiseWithResolvers<void>>()
  return {
    add: (name: string): void => void heldProcesses.set(name, Promise.withResolvers()),
    wait: async (name: string): Promise<void> => heldProcesses.get(name)?.promise,
    release: (name: string): void => {
      heldProcesses.get(name)?.resolve()
      heldProcesses.delete(name)
    },
    releaseAll: (): void => {
      for (const { resolve } of heldProcesses.values()) resolve()
    },
  }
}

/**
 * Returns a sentence about the end of a service, with the last error of the service. A killed service has logged no
 * reason.
 */
async function endOf(serviceProcess: ServiceProcess, description: string): Promise<string> {
  const isKilled = (await serviceProcess.ended) === null
  if (isKilled) return `The ${serviceProcess.name} process was killed: it ${description}.`
  return addLastError(`The ${serviceProcess.name} process ${description}`, serviceProcess)
}

function whenStopped(): StartError {
  return new StartError('Stopped while starting.')
}
