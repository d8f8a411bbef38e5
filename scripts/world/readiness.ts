import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { lastWords, type Child } from './child.ts'
import type { Part } from './parts.ts'
import { StartFailure } from './start-failure.ts'

const readyWithinMs = 60_000
const answerWithinMs = 5_000
const betweenTriesMs = 50

/** Waits until the part answers. Throws StartFailure with its last words when it ends before, or takes too long. */
export async function waitUntilReady({ ready, name }: Part, child: Child): Promise<void> {
  let endedWith: number | null | undefined
  void child.ended.then((code) => (endedWith = code))
  const giveUpAt = performance.now() + readyWithinMs
  while (!(await answers(ready))) {
    if (endedWith !== undefined) throw await failure(child, `The ${name} process ended while starting`)
    if (performance.now() > giveUpAt) throw await failure(child, `The ${name} process did not get ready`)
    await pause(betweenTriesMs)
  }
}

/** Waits for a part that does its work and ends. Throws StartFailure unless it ends well. */
export async function waitUntilDone(child: Child): Promise<void> {
  if ((await child.ended) !== 0) throw await failure(child, `The ${child.name} process failed`)
}

async function failure(child: Child, what: string): Promise<StartFailure> {
  return new StartFailure(`${what}: ${await lastWords(child)} (more in ${child.logPath})`)
}

async function answers(ready: Part['ready']): Promise<boolean> {
  switch (ready.kind) {
    case 'http':
      return (
        (await fetch(ready.url, { signal: AbortSignal.timeout(answerWithinMs) }).catch(() => undefined))?.ok ?? false
      )
    case 'tcp':
      return accepts(ready.port)
    case 'at-once':
      return true
  }
}

function accepts(port: number): Promise<boolean> {
  const socket = connect({ port, host: 'localhost' })
  return new Promise((answer) => {
    socket.once('connect', () => answer(socket.destroy() !== undefined)).once('error', () => answer(false))
  })
}
