import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { createStandInServer, type StandInServer } from '../stand-in-server.ts'

const documentPath = /^\/(imprint|privacy)\/([A-Z]{2})\/([a-z]{2})$/

/**
 * Creates a server that answers `GET /{imprint|privacy}/{COUNTRY}/{lang}` with `{text}`, the document as HTML, or
 * with 404. Specification 17.1.
 */
export function createPoliciesStandIn({ host = 'localhost' }: { host?: string } = {}): StandInServer {
  return createStandInServer(host, (request, response) => {
    const [, kind, country, language] = documentPath.exec(request.url ?? '') ?? []
    if (request.method !== 'GET' || !kind) return send(response, 404, { error: 'not-found' })
    readDocument(`${kind}/${country}/${language}.html`).then(
      (text) => (text === undefined ? send(response, 404, { error: 'not-found' }) : send(response, 200, { text })),
      () => send(response, 500, { error: 'unreadable' }),
    )
  })
}

async function readDocument(name: string): Promise<string | undefined> {
  try {
    return await readFile(new URL(`documents/${name}`, import.meta.url), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(body))
}
