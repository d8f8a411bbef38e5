import { expect, test } from 'vitest'
import { describeOpenApiCalls } from './openapi-document.ts'

test('a value that can have several types is described by each of them', () => {
  const properties = {
    statusSince: { type: ['string', 'null'], format: 'date-time' },
    value: { type: ['number', 'boolean'] },
    items: { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } } } },
  }
  const content = { 'application/json': { schema: { type: 'object', properties } } }
  const get = { operationId: 'list', summary: 'List', security: [], responses: { 200: { content } } }
  const [call] = describeOpenApiCalls({ paths: { '/appliances': { get } } })
  expect(call?.answer.map(({ path, type }) => `${path}: ${type}`)).toEqual([
    'statusSince: date-time | null',
    'value: number | boolean',
    'items: list',
    'items[].id: string',
  ])
})
