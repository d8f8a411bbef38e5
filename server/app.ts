import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Brands } from '#brands/read-brands.ts'
import { addApplianceRoutes } from './appliances/routes.ts'
import { createClaimThrottle } from './appliances/claim-throttle.ts'
import { createApplianceStore } from './appliances/store.ts'
import type { Bus } from './bus/bus.ts'
import { addClientLogRoutes } from './client-log/routes.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import { isReachable } from './database/store.ts'
import { createApplication } from './http/application.ts'
import type { VerifyToken } from './http/caller.ts'
import { endpointsOf } from './http/endpoints.ts'
import { addHealthRoutes } from './http/health.ts'
import { describeApi } from './http/openapi.ts'
import { answerUnknownPaths } from './http/unknown-paths.ts'
import type { Persons } from './identity/person.ts'
import type { SessionDependencies } from './identity/session/dependencies.ts'
import { sessionRoutes } from './identity/session/routes.ts'
import { addPage } from './page/routes.ts'
import { addEventBusRoutes, addSubscriptionRoutes } from './push/routes.ts'
import { addUserRoutes } from './users/routes.ts'
import { createUserStore } from './users/store.ts'

export type AppDependencies = {
  config: Config
  database: Database
  bus: Bus
  clock: Clock
  log: FastifyBaseLogger
  brands: Brands
  persons: Persons
  verifyToken: VerifyToken
  sessions: SessionDependencies
}

/** Everything that the portal answers over HTTP; the event bus's sockets are attached to its server. */
export async function buildApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const { config, log, database } = dependencies
  const app = await createApplication({ log, trustedProxies: config.http.trustedProxies })
  addHealthRoutes(app, [async () => isReachable(database.pool)])
  addApi(app, dependencies)
  sessionRoutes(app, dependencies.sessions)
  answerUnknownPaths(app, await addPage(app, dependencies))
  return app
}

function addApi(app: FastifyInstance, dependencies: AppDependencies): void {
  const { config, database, persons, log } = dependencies
  const { pool } = database
  const add = endpointsOf(app, { verifyToken: dependencies.verifyToken, passTerms: async () => undefined })
  addApplianceRoutes(add, {
    ...dependencies,
    registryKey: config.registryKey,
    appliances: createApplianceStore(pool, config.consentVersion),
    throttle: createClaimThrottle(pool, log),
  })
  addUserRoutes(add, { users: createUserStore(pool), persons, onCountryChange: () => undefined })
  addSubscriptionRoutes(add, { ...dependencies, personIdOf: persons.personIdOf })
  addEventBusRoutes(app)
  addClientLogRoutes(add, { log })
  const document = describeApi(config.oidc.issuer)
  app.get('/api/2/openapi.json', async () => document)
}
