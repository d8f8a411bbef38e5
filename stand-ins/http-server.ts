import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export type StandInServer = {
  /** Opens the port (0 chooses a free one) and returns its number. Rejects if it is in use. */
  listen(port: number): Promise<number>
  close(): Promise<void>
}

/** A stand-in that is one HTTP server. */
export function createStandInServer(host: string, answer: RequestListener): StandInServer {
  const server = createServer(answer)
  return {
    listen: (port) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen({ port, host }, () => resolve((server.address() as AddressInfo).port))
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
