import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReceivedWebhook = {
  path: string
  headers: IncomingHttpHeaders
  body: string
  type: string
  isCut: boolean
}

/**
 * The function that answers a webhook. By default, the answer to a challenge is the text of the challenge, and every
 * other webhook gets status 200.
 */
type AnswerWebhook = (webhook: ReceivedWebhook, response: ServerResponse) => void

/** Starts the server of a third party on a loopback address. `answerOf` returns the answer to a challenge. */
export async function startWebhookServer(answerOf = (challenge: string): string => challenge) {
  const receivedWebhooks: ReceivedWebhook[] = []
  const answers = new Map<string, AnswerWebhook>()
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      const { type = '', challenge = '' } = JSON.parse(body) as { type?: string; challenge?: string }
      const webhook = { path: request.url ?? '', headers: request.headers, body, type, isCut: false }
      receivedWebhooks.push(webhook)
      response.on('close', () => (webhook.isCut = !response.writableFinished))
      const answer = answers.get(webhook.path)
      if (answer && type !== 'endpoint.challenge') answer(webhook, response)
      else response.end(answerOf(challenge))
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    received: receivedWebhooks,
    answers,
    url: (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    at: (path: string, type?: string) =>
      receivedWebhooks.filter((one) => one.path === path && (type === undefined || one.type === type)),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
