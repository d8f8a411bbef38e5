import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { createOpenApiDocument } from './openapi.ts'

const document = createOpenApiDocument('https://identity.example')

test('the document is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(structuredClone(document))
  expect(result).toMatchObject({ valid: true })
})

test('the document has every path and method of the contract', () => {
  const paths = document['paths'] as Record<string, Record<string, unknown>>
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  )
  const promised = Object.values(api).map(
    ({ method, path }) => `${method.toLowerCase()} ${path.replace(/:(\w+)/gu, '{$1}')}`,
  )
  expect(described.toSorted()).toEqual(promised.toSorted())
})
