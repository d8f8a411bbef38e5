import { createServer } from 'node:net'
import { StartError } from './start-error.ts'
import type { DemoSettings } from './demo-settings.ts'

/**
 * Checks that all ports of the demo are free. @throws StartError with the first port that is in use or that this user
 * may not open
 */
export async function refuseTakenPorts({ host, ports }: DemoSettings): Promise<void> {
  for (const [part, port] of Object.entries(ports)) {
    const code = await errorOfListening(port, host)
    if (code === undefined) continue
    const reason = code === 'EADDRINUSE' ? 'is in use by another program' : `can't be used (${code})`
    throw new StartError(`Port ${port} (${part}) ${reason}; stop that program, or choose other ports with PORT.`)
  }
}

function errorOfListening(port: number, host: string): Promise<string | undefined> {
  const probe = createServer()
  return new Promise((answer) => {
    probe.once('error', (error: NodeJS.ErrnoException) => answer(error.code ?? error.message))
    probe.listen({ port, host }, () => probe.close(() => answer(undefined)))
  })
}
