import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

type TestUpload = { key: string; begun: Date; parts: Map<number, Buffer> }

/**
 * A fake S3 server with one bucket in memory. It supports the requests of the SDK for multipart uploads, ranges,
 * deletions and lists.
 */
export type TestBucket = {
  endpoint: string
  /** The stored objects by their S3 key. */
  objects: Map<string, Buffer>
  /** The unfinished multipart uploads, by id. */
  uploads: Map<string, TestUpload>
  /** The uploads that the server lists although they no longer exist, by id. */
  goneUploads: Map<string, TestUpload>
  /** Makes all further requests fail with this error. Null makes requests succeed again. */
  failWith(failure: { status: number; code: string } | null): void
  /** All requests that the server has received. */
  requests: { method: string; path: string; headers: IncomingMessage['headers'] }[]
  close(): Promise<void>
}

export async function startTestBucket(bucket: string): Promise<TestBucket> {
  const objects: TestBucket['objects'] = new Map()
  const uploads: TestBucket['uploads'] = new Map()
  const goneUploads: TestBucket['goneUploads'] = new Map()
  const requests: TestBucket['requests'] = []
  let failure: { status: number; code: string } | null = null

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://bucket')
    const body = await buffer(request)
    requests.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers })
    if (failure) return sendXml(response, failure.status, `<Error><Code>${failure.code}</Code></Error>`)
    const key = decodeURIComponent(pathname.slice(`/${bucket}/`.length))
    const upload = uploads.get(searchParams.get('uploadId') ?? '')
    switch (request.method ?? '') {
      case 'GET':
        return searchParams.has('uploads') ? listUploads(response, searchParams) : sendObject(request, response, key)
      case 'POST':
        return upload ? complete(response, searchParams) : begin(response, key)
      case 'PUT':
        if (upload) upload.parts.set(Number(searchParams.get('partNumber')), body)
        else objects.set(key, body)
        return void response.writeHead(200, { etag: `"${randomUUID()}"` }).end()
      default:
        if (searchParams.has('uploadId')) return abort(response, searchParams.get('uploadId') ?? '')
        objects.delete(key)
        return void response.writeHead(204).end()
    }
  }

  function begin(response: ServerResponse, key: string): void {
    const id = randomUUID()
    uploads.set(id, { key, begun: new Date(), parts: new Map() })
    sendXml(response, 200, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
  }

  function complete(response: ServerResponse, search: URLSearchParams): void {
    const id = search.get('uploadId') ?? ''
    const { key, parts } = uploads.get(id) ?? { key: '', parts: new Map<number, Buffer>() }
    const inOrder = [...parts].toSorted(([one], [other]) => one - other).map(([, part]) => part)
    objects.set(key, Buffer.concat(inOrder))
    uploads.delete(id)
    sendXml(response, 200, '<CompleteMultipartUploadResult><ETag>"x"</ETag></CompleteMultipartUploadResult>')
  }

  function abort(response: ServerResponse, id: string): void {
    if (uploads.delete(id)) return void response.writeHead(204).end()
    sendXml(response, 404, '<Error><Code>NoSuchUpload</Code></Error>')
  }

  function listUploads(response: ServerResponse, search: URLSearchParams): void {
    const prefix = search.get('prefix') ?? ''
    const listed = [...uploads, ...goneUploads]
      .filter(([, { key }]) => key.startsWith(prefix))
      .map(([id, { key, begun }]) => {
        return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begun.toISOString()}</Initiated></Upload>`
      })
    sendXml(response, 200, `<ListMultipartUploadsResult>${listed.join('')}</ListMultipartUploadsResult>`)
  }

  function sendObject(request: IncomingMessage, response: ServerResponse, key: string): void {
    const object = objects.get(key)
    if (!object) return sendXml(response, 404, '<Error><Code>NoSuchKey</Code></Error>')
    const [, start = '0', end = ''] = /^bytes=(\d+)-(\d+)$/u.exec(request.headers.range ?? '') ?? []
    const part = object.subarray(Number(start), end === '' ? undefined : Number(end) + 1)
    response.writeHead(206, { 'content-length': part.length }).end(part)
  }

  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    uploads,
    goneUploads,
    requests,
    failWith: (next) => {
      failure = next
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function sendXml(response: ServerResponse, status: number, xml: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${xml}`)
}
