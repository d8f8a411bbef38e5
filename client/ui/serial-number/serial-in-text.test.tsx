import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SerialInText } from './serial-in-text.tsx'

function groupsIn(serial: string, text: string): string[] {
  const markup = renderToStaticMarkup(<SerialInText serial={serial}>{text}</SerialInText>)
  expect(markup.replaceAll(/<[^>]+>/gu, '')).toBe(text)
  return [...markup.matchAll(/<span class="[^"]*group[^"]*">(?<group>[^<]*)<\/span>/gu)].map(
    ({ groups = {} }) => groups['group'] ?? '',
  )
}

test('a serial number of nine digits is shown as 3-3-3, and its text has no spaces', () => {
  expect(groupsIn('929220810', 'Gateway ID: 929220810')).toEqual(['929', '220', '810'])
})

test('the serial of a test gateway is one group', () => {
  expect(groupsIn('cold-1', 'Gateway ID: cold-1 · Online')).toEqual(['cold-1'])
})

test('an appliance that is named by its serial number keeps its name as typed', () => {
  expect(groupsIn('929220810', '929220810, Boiler 1 · Gateway ID: 929220810')).toEqual(['929', '220', '810'])
})

test('a text without the serial number stays unchanged', () => {
  expect(groupsIn('929220810', 'Boiler 1')).toEqual([])
})
