import { get } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { readStartProgress, type ServiceProcess } from './service-process.ts'
import { createStartDeadline } from './start-deadline.ts'
import type { ServiceSpec } from './service-spec.ts'
import { StartError } from './start-error.ts'

const answerTimeoutMs = 5_000
const betweenTriesMs = 50

/**
 * Waits until the service is ready.
 *
 * @throws StartError with the last error of the service, if the service ends before it is ready or makes no progress
 */
export async function waitUntilReady(
  { ready, name }: Pick<ServiceSpec, 'ready' | 'name'>,
  child: ServiceProcess,
): Promise<void> {
  let endedWith: number | null | undefined
  void child.ended.then((code) => (endedWith = code))
  const patience = createStartDeadline(performance.now())
  while (!(await isAnswering(ready))) {
    if (endedWith === null) throw new StartError(`The ${name} process was killed while it started`)
    if (endedWith !== undefined) throw await failureOf(child, `The ${name} process ended while starting`)
    if (!patience.goesOn(await readStartProgress(child), performance.now()))
      throw await failureOf(child, `The ${name} process did not get ready`)
    await pause(betweenTriesMs)
  }
}

/**
 * Waits for a process that does its work and ends.
 *
 * @throws StartError if the exit code is not 0
 */
export async function waitForProcessEnd(child: ServiceProcess): Promise<void> {
  if ((await child.ended) !== 0) throw await failureOf(child, `The ${child.name} process failed`)
}

async function failureOf(child: ServiceProcess, description: string): Promise<StartError> {
  return new StartError(await addLastError(description, child))
}

/**
 * Adds two facts to the description of a process's end: the last error that the process printed, if there is one, and
 * the path of its log.
 */
export async function addLastError(description: string, child: ServiceProcess): Promise<string> {
  // Imports the module only after a failure. This saves memory, because this process runs as long as the services that
  // it has started.
  const { readLastError } = await import('./read-last-error.ts')
  const words = await readLastError(child)
  return words === undefined
    ? `${description} (more in ${child.logPath})`
    : `${description}: ${words} (more in ${child.logPath})`
}

async function isAnswering(ready: ServiceSpec['ready']): Promise<boolean> {
  switch (ready.kind) {
    case 'http':
      return answersOk(ready.url)
    case 'tcp':
      return isAccepting(ready.port)
    case 'at-once':
      return true
    case 'all':
      return (await Promise.all(ready.of.map(isAnswering))).every(Boolean)
  }
}

/**
 * Whether the URL answers a GET request with 2xx. The function does not use `fetch`, which would take 6 MB of memory
 * until the process ends.
 */
function answersOk(url: string): Promise<boolean> {
  return new Promise((answer) => {
    const request = get(url, { timeout: answerTimeoutMs, agent: false }, ({ statusCode = 0 }) => {
      request.destroy()
      answer(statusCode >= 200 && statusCode < 300)
    })
    request.once('error', () => answer(false)).once('timeout', () => request.destroy())
  })
}

function isAccepting(port: number): Promise<boolean> {
  const socket = connect({ port, host: 'localhost' })
  return new Promise((answer) => {
    socket.once('connect', () => answer(socket.destroy() !== undefined)).once('error', () => answer(false))
  })
}
