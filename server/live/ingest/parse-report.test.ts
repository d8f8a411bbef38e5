import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseReport } from './parse-report.ts'

const now = Date.parse('2026-03-15T12:00:00Z')
const ts = '2026-03-15T11:59:00+00:00'

test('a report has its time and its values', () => {
  expect(parse({ ts, values: { gatewayStatus: 'ONLINE', flow: { celsius: 21.5 } } })).toEqual({
    kind: 'report',
    report: {
      ts: '2026-03-15T11:59:00.000000Z',
      at: Date.parse(ts),
      values: { gatewayStatus: 'ONLINE', flow: { celsius: 21.5 } },
    },
  })
})

test('any values of ordinary size are returned unchanged', () => {
  const text = fc.string({ unit: 'binary', maxLength: 20 }).filter((value) => !value.includes('\0'))
  const value = fc.jsonValue({ maxDepth: 3 }).filter((json) => !JSON.stringify(json).includes('\\u0000'))
  fc.assert(
    fc.property(fc.dictionary(text, value, { noNullPrototype: true, maxKeys: 10 }), (values) => {
      const json = JSON.stringify({ ts, values })
      fc.pre(Buffer.byteLength(json) <= 16 * 1024)
      const parsedReport = parseReport(Buffer.from(json), now)
      expect(parsedReport.kind === 'report' && JSON.stringify(parsedReport.report.values)).toBe(JSON.stringify(values))
    }),
  )
})

test('any bytes give a report or a refusal', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array(),
        fc.json().map((json) => Buffer.from(json)),
      ),
      (payload) => {
        expect(['report', 'refused']).toContain(parseReport(payload, now).kind)
      },
    ),
  )
})

test('a report of more than 16 KiB is oversized, one of exactly 16 KiB is accepted', () => {
  const empty = JSON.stringify({ ts, values: { a: '' } })
  const filled = (bytes: number) => parse({ ts, values: { a: 'x'.repeat(bytes - empty.length) } })
  expect(filled(16 * 1024).kind).toBe('report')
  expect(filled(16 * 1024 + 1)).toEqual({ kind: 'refused', outcome: 'oversized' })
})

test.each([
  ['24 hours ahead', '2026-03-16T12:00:00Z', 'report'],
  ['more than 24 hours ahead', '2026-03-16T12:00:00.001Z', 'refused'],
  ['of the oldest month kept', '2024-03-01T00:00:00Z', 'report'],
  ['older than what is kept', '2024-02-29T23:59:59.999Z', 'refused'],
])('a report whose time is %s', (_, time, kind) => {
  expect(parse({ ts: time, values: {} }).kind).toBe(kind)
})

test.each([
  ['nothing', ''],
  ['a word', 'offline'],
  ['null', 'null'],
  ['a list', '[]'],
  ['no ts', '{"values":{}}'],
  ['no values', `{"ts":"${ts}"}`],
  ['a number as ts', '{"ts":1773575940,"values":{}}'],
  ['a ts without offset', '{"ts":"2026-03-15T11:59:00","values":{}}'],
  ['null as values', `{"ts":"${ts}","values":null}`],
  ['a list as values', `{"ts":"${ts}","values":[]}`],
  ['an unknown field', `{"ts":"${ts}","values":{},"serial":"1"}`],
  ['U+0000 in a value', `{"ts":"${ts}","values":{"a":"\\u0000"}}`],
  ['U+0000 in a key', `{"ts":"${ts}","values":{"\\u0000":1}}`],
  ['half a surrogate pair', `{"ts":"${ts}","values":{"a":["\\ud800"]}}`],
  ['a number beyond all bounds', `{"ts":"${ts}","values":{"a":1e999}}`],
  ['too deep nesting', `{"ts":"${ts}","values":{"a":${'['.repeat(8)}${']'.repeat(8)}}}`],
  ['nesting without end', `{"ts":"${ts}","values":{"a":${'['.repeat(16_000)}`],
  ['too many values', `{"ts":"${ts}","values":{"a":[${Array(1001).fill(1).join()}]}}`],
  ['a key without end', `{"ts":"${ts}","values":{"${'k'.repeat(201)}":1}}`],
  ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0x22])],
])('malformed is %s', (_, payload) => {
  expect(parseReport(Buffer.from(payload), now)).toEqual({ kind: 'refused', outcome: 'malformed' })
})

function parse(report: object) {
  return parseReport(Buffer.from(JSON.stringify(report)), now)
}
