import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type StandInServer = {
  /** Opens the port and returns its number; 0 chooses a free port. Rejects if the port is in use. */
  listen(port: number): Promise<number>
  close(): Promise<void>
}

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void

/**
 * Creates a request listener that answers 500 if `answer` fails. One failed request must not end the process of all
 * stand-ins.
 */
export function createFailSafeListener(answer: Answer): RequestListener {
  return (request, response) => {
    const run = async (): Promise<void> => answer(request, response)
    run().catch((error: unknown) => {
      console.error(String(error))
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  }
}

/** Creates a stand-in that consists of one HTTP server. */
export function createStandInServer(host: string, answer: Answer): StandInServer {
  const server = createServer(createFailSafeListener(answer))
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
