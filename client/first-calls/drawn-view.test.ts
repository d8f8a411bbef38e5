import { expect, test } from 'vitest'
import { type BrowserState, isDrawnForBrowser } from './drawn-view.ts'

const drawnFor = { locale: 'de-AT', minutesBehind: '-60' }
const here: BrowserState = { locale: 'de-AT', minutesBehind: -60, tabStorage: { length: 0 }, entry: null }

test('a view that was drawn for this reader is shown, also after a reload', () => {
  expect(isDrawnForBrowser(drawnFor, here)).toBe(true)
  expect(isDrawnForBrowser(drawnFor, { ...here, entry: { idx: 0, portalMemory: { scrolled: 7 } } })).toBe(true)
})

test('it is not shown for another language or time zone, with an invitation, or with restored tabs', () => {
  for (const other of [
    { locale: 'de-DE' },
    { minutesBehind: 0 },
    { tabStorage: { length: 1 } },
    { entry: { idx: 0, portalMemory: { tabs: { 1: 'address' } } } },
  ])
    expect(isDrawnForBrowser(drawnFor, { ...here, ...other })).toBe(false)
  expect(isDrawnForBrowser({}, here)).toBe(false)
})
