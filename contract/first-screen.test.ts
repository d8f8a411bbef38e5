import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ReaderLocale, readerLocaleOf, readerLocaleValue } from './first-screen.ts'

const zones = Intl.supportedValuesOf('timeZone')

test('what the page wrote is read as it was', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('de', 'de-AT', 'en-GB', 'nb-NO', 'zh-Hant-TW'),
      fc.constantFrom(...zones),
      (...reader) => {
        const [locale, timeZone] = reader
        expect(readerLocaleOf(decodeURIComponent(readerLocaleValue({ locale, timeZone })))).toEqual({
          locale,
          timeZone,
        })
      },
    ),
  )
})

test.each([
  undefined,
  '',
  'de',
  'de ',
  ' Europe/Berlin',
  'de Europe/Nowhere',
  'de_DE Europe/Berlin',
  'de Europe/Berlin x',
])('nothing is read of %j', (kept) => expect(readerLocaleOf(kept)).toBeNull())

test('whatever a cookie says, what is read of it can be written for', () => {
  const write = (reader: ReaderLocale | null) => reader && new Intl.DateTimeFormat(reader.locale, reader).format(0)
  fc.assert(
    fc.property(fc.string(), (kept) => {
      write(readerLocaleOf(kept))
    }),
  )
})
