import { expect, test } from 'vitest'
import { parseConfig } from './config.ts'
import { splitRoles } from './split-roles.ts'

const key = Buffer.alloc(32, 1).toString('base64')

function configOf(roles: string) {
  const env = {
    ROLES: roles,
    PORT: '9000',
    DATABASE_URL: 'postgres://portal@db/portal',
    OIDC_ISSUER: 'https://identity.example',
    OIDC_AUDIENCE: 'gateway-portal',
    OIDC_CLIENT_ID: 'portal',
    OIDC_CLIENT_SECRET: 'secret',
    SESSION_KEY: key,
    REGISTRY_KEY: key,
    POLICIES_URL: 'https://policies.example',
    DEMO: '1',
  }
  return parseConfig(env, 'cedar')
}

const partsOfRoles = (roles: string): [string, number][] =>
  splitRoles(configOf(roles)).map((part) => [[...part.roles].join(','), part.metrics.port])

test('in one process, listener and jobs have separate metrics, on the same ports as separate processes', () => {
  expect(partsOfRoles('api,push,partners,ingest,jobs')).toEqual([
    ['api,push,partners', 9004],
    ['ingest', 9005],
    ['jobs', 9006],
  ])
})

test('a role that the process does not have has no part', () => {
  expect(partsOfRoles('jobs,api')).toEqual([
    ['api', 9004],
    ['jobs', 9006],
  ])
  expect(partsOfRoles('ingest,jobs')).toEqual([
    ['ingest', 9005],
    ['jobs', 9006],
  ])
  expect(partsOfRoles('jobs')).toEqual([['jobs', 9004]])
})
