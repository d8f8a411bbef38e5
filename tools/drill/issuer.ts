import { createServer } from 'node:http'
import { readFile } from 'node:fs/promises'
import type { JWK } from 'jose'
import { exitWithParent } from '#stand-ins/exit-with-parent.ts'

// Issues access tokens in its own process, with a discovery document and one key, so that the load needs no sign-in.
// Settings: PORT, ISSUER, KEY_FILE.
const { PORT = '', ISSUER = '', KEY_FILE = '' } = process.env
const { d: _secret, ...jwk } = JSON.parse(await readFile(KEY_FILE, 'utf8')) as JWK
const answers: Readonly<Record<string, unknown>> = {
  '/.well-known/openid-configuration': { issuer: ISSUER, jwks_uri: `${ISSUER}/jwks` },
  '/jwks': { keys: [jwk] },
}
const server = createServer((request, response) => {
  const answer = answers[request.url ?? '']
  response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}))
})
server.listen(Number(PORT), '127.0.0.1')
exitWithParent(async () => void server.close())
