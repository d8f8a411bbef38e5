import type { FastifyInstance } from 'fastify'
import { createCompressedAnswer } from './compressed-answer.ts'
import { describeApi } from './openapi.ts'

/** The API's description, for everybody: made once, since it changes with a release only. Specification 13.1. */
export function addOpenApiRoute(app: FastifyInstance, issuer: string): void {
  const answer = createCompressedAnswer(JSON.stringify(describeApi(issuer)), 'application/json; charset=utf-8')
  app.get('/api/2/openapi.json', async (request, reply) => answer(request, reply))
}
