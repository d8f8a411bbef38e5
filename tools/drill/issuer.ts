import { readFile } from 'node:fs/promises'
import type { JWK } from 'jose'
import { exitWithParent } from '#stand-ins/exit-with-parent.ts'
import { createIssuerServer } from '../access-tokens.ts'

// The issuer of the drill's access tokens in its own process, which the drill kills. Settings: PORT, ISSUER, KEY_FILE.

const { PORT = '', ISSUER = '', KEY_FILE = '' } = process.env
const server = createIssuerServer(ISSUER, JSON.parse(await readFile(KEY_FILE, 'utf8')) as JWK)
server.listen(Number(PORT), '127.0.0.1')
exitWithParent(async () => void server.close())
