import { createServer } from 'node:net'

const firstPorts = { from: 20_000, to: 30_000 }

/** Finds `count` consecutive loopback ports that are currently free, and returns the first one. */
export async function findFreePorts(count: number): Promise<number> {
  const { from, to } = firstPorts
  for (;;) {
    const first = from + Math.floor(Math.random() * (to - from))
    const candidates = Array.from({ length: count }, (_, index) => first + index)
    if ((await Promise.all(candidates.map(isFree))).every(Boolean)) return first
  }
}

function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  return new Promise((answer) => {
    probe.once('error', () => answer(false))
    probe.listen({ port, host: '127.0.0.1' }, () => probe.close(() => answer(true)))
  })
}
