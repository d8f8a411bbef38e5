import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { scopes } from '#contract/scopes.ts'
import { createCompanySearchStore } from '#server/companies/search/store.ts'
import { createCompanyStore } from '#server/companies/store.ts'
import { addCompanyRoutes } from '#server/companies/routes.ts'
import { openDatabase } from '#server/database/database.ts'
import { createAuditTrail } from '#server/audit/audit-trail.ts'
import { systemClock } from '#server/clock.ts'
import { createPersonDirectory } from '#server/identity/person-directory.ts'
import { createApplicationWithoutRoutes } from '#server/http/application-without-routes.ts'
import { createEndpointAdder } from '#server/http/endpoint-adder.ts'
import { answerBenchmark } from '../bench-process.ts'

// Runs the portal's company search over HTTP. It has no authentication and no rate limits, because the benchmark
// measures only the search.
const [url = ''] = process.argv.slice(2)
const { pool } = openDatabase(url)
pool.on('error', () => process.exit(0))
const app = await createApplicationWithoutRoutes({ log: pino({ level: 'warn' }), trustedProxies: [] })
const add = createEndpointAdder(app, {
  verifyToken: async (subject) => ({ issuer: 'bench', subject, scopes: new Set(scopes) }),
  passTerms: async () => undefined,
  answerOnce: async (_, work) => work(),
  audit: {
    trail: createAuditTrail({ db: pool, clock: systemClock }),
    personIdOf: createPersonDirectory({ pool }).personIdOf,
  },
})
addCompanyRoutes(add, {
  companies: createCompanyStore(pool),
  search: createCompanySearchStore(pool),
  brandIds: [],
  limitLookups: async () => undefined,
})
await app.listen({ port: 0, host: '127.0.0.1' })
answerBenchmark((app.server.address() as AddressInfo).port)
