import { createServer } from 'node:http'
import { dayMs } from '#contract/durations.ts'
import { createPostgresBus } from '#server/live/bus/postgres-bus.ts'
import { systemClock } from '#server/clock.ts'
import { openDatabase } from '#server/database/database.ts'
import { createPersonDirectory } from '#server/identity/person-directory.ts'
import { attachEventBus } from '#server/live/push/event-bus-server.ts'
import { benchLog as log } from '../bench-log.ts'
import { answerAtFreePort } from '../bench-process.ts'
import { benchIssuer } from './data.ts'

// Runs only the event bus of the portal, with its database and its bus. The access token of a person is their subject (`sub`).
const [url = ''] = process.argv.slice(2)
const database = openDatabase(url)
const server = createServer()

const eventBus = await attachEventBus(server, {
  database,
  bus: createPostgresBus({ url, log }),
  clock: systemClock,
  log,
  verifyToken: async (subject) => ({
    issuer: benchIssuer,
    subject,
    scopes: new Set(['resource']),
    expiresAt: Date.now() + dayMs,
  }),
  personIdOf: createPersonDirectory(database).personIdOf,
  allowedOrigins: new Set(),
  limits: { total: 20_000, perAddress: 20_000 },
})

await answerAtFreePort(server, { pages: () => eventBus.metrics.sockets })
