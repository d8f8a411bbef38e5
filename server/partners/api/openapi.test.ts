import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { partnerApi } from '#contract/partner-api.ts'
import { createPartnerOpenApiDocument } from './openapi.ts'

const description = createPartnerOpenApiDocument('https://portal.example') as {
  paths: Record<string, object>
  info: object
}

test('the description of the partner API is valid OpenAPI 3.1 and has each path', async () => {
  expect(await new Validator().validate(description)).toEqual({ valid: true })
  const operations = Object.values(description.paths).flatMap(
    (path) => Object.values(path) as { operationId: string }[],
  )
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(partnerApi).toSorted())
})

test('each call accepts a token that is bound to a key, with its proof in a header', () => {
  const calls = Object.values(description.paths).flatMap((path) => Object.values(path) as DescribedOperation[])
  expect(calls.map(({ security }) => security.at(-1))).toEqual(calls.map(() => ({ dpop: [] })))
  for (const { parameters } of calls)
    expect(parameters).toContainEqual(expect.objectContaining({ name: 'DPoP', in: 'header', required: false }))
})

type DescribedOperation = { security: object[]; parameters: object[] }

// Tools for OpenAPI 3.0 reject an array whose `items` is not a schema.
test('each array of the description has items, and somebody answers questions', () => {
  const arrays: Record<string, unknown>[] = []
  JSON.stringify(description, (_key, value: unknown) => {
    if (isArraySchema(value)) arrays.push(value)
    return value
  })
  expect(arrays.length).toBeGreaterThan(3)
  expect(arrays.filter(({ items }) => typeof items !== 'object')).toEqual([])
  expect(description.info).toMatchObject({ contact: { url: 'https://portal.example/developers' } })
})

test('the description names the four numbers of a history point', () => {
  const points = findAll('points').map(
    (one) => one as { items: { prefixItems: { title: string }[]; maxItems: number } },
  )
  const names = points.map(({ items }) => items.prefixItems.map(({ title }) => title))
  expect(names).toEqual([['start', 'min', 'max', 'last']])
  expect(points[0]?.items).toMatchObject({ type: 'array', items: { type: 'number' }, minItems: 4, maxItems: 4 })
})

/** Returns the values of all fields with this name in the description. */
function findAll(name: string): unknown[] {
  const found: unknown[] = []
  JSON.stringify(description, (key, value: unknown) => {
    if (key === name) found.push(value)
    return value
  })
  return found
}

function isArraySchema(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'array'
}
