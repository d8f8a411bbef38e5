import type { IncomingMessage } from 'node:http'

const maxFormBytes = 16 * 1024

export class FormRefusal extends Error {
  readonly reason: 'too-large' | 'foreign-origin'
  constructor(reason: 'too-large' | 'foreign-origin') {
    super(`The form was refused: ${reason}.`)
    this.reason = reason
  }
}

export type Form = { field(name: string): string }

/** Reads a posted form of this provider's own pages. Throws a FormRefusal when it is too large or from elsewhere. */
export async function readForm(request: IncomingMessage, ownOrigin: string): Promise<Form> {
  const { origin } = request.headers
  if (origin !== undefined && origin !== ownOrigin) throw new FormRefusal('foreign-origin')
  const fields = new URLSearchParams(await readText(request))
  return { field: (name) => fields.get(name) ?? '' }
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxFormBytes) throw new FormRefusal('too-large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
