import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ReaderLocale, parseReaderLocale, encodeReaderLocale } from './first-screen.ts'

const zones = Intl.supportedValuesOf('timeZone')

test('a value that the page wrote is read back', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('de', 'de-AT', 'en-GB', 'nb-NO', 'zh-Hant-TW'),
      fc.constantFrom(...zones),
      (...reader) => {
        const [locale, timeZone] = reader
        expect(parseReaderLocale(decodeURIComponent(encodeReaderLocale({ locale, timeZone })))).toEqual({
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
])('%j is not accepted', (kept) => expect(parseReaderLocale(kept)).toBeNull())

test('for any cookie value, the result is a usable locale or null', () => {
  const write = (reader: ReaderLocale | null) => reader && new Intl.DateTimeFormat(reader.locale, reader).format(0)
  fc.assert(
    fc.property(fc.string(), (kept) => {
      write(parseReaderLocale(kept))
    }),
  )
})
