import type { IncomingMessage } from 'node:http'

const maxFormBytes = 16 * 1024

export class FormError extends Error {
  readonly reason: 'too-large' | 'foreign-origin'
  constructor(reason: 'too-large' | 'foreign-origin') {
    super(`The form was refused: ${reason}.`)
    this.reason = reason
  }
}

export type PostedForm = { field(name: string): string }

/**
 * Reads a posted form of this provider's own pages.
 * @throws FormError if the form is too large or from another origin
 */
export async function readPostedForm(request: IncomingMessage, ownOrigin: string): Promise<PostedForm> {
  const { origin } = request.headers
  if (origin !== undefined && origin !== ownOrigin) throw new FormError('foreign-origin')
  const fields = new URLSearchParams(await readText(request))
  return { field: (name) => fields.get(name) ?? '' }
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxFormBytes) throw new FormError('too-large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
