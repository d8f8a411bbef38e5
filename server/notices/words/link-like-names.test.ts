import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBrands } from '#brands/read-brands.ts'
import { languages } from '#contract/languages.ts'
import { composeNoticeMail } from './compose-messages.ts'
import { isLinkLike } from './link-like-names.ts'

const { defaultBrand } = await readBrands()

/** Names that could be mistaken for a link or an address. The name of an appliance has at most 40 characters. */
const links = [
  'Pay now: https://evil.example/cedar',
  'HTTPS://EVIL.EXAMPLE',
  'ftp://a',
  'www.evil.example',
  'WWW.evil',
  'evil.example',
  'see evil.example now',
  'evil。example',
  'evil．example',
  'ev\u200bil.exam\u200bple',
  'пример.рф',
  'evil.xn--p1ai',
  'support@cedar.example',
  'a@b',
  '192.0.2.1',
  'evil.example/very-long-path-of-an-offer-',
]

const names = ['Cellar', 'Boiler No. 2', 'Haus 3, 1. Stock', 'Müller & Söhne', 'v1.2', '…', 'Heizung (alt)', '12.5 kW']

test.each(links)('%j looks like an address or a link', (name) => expect(isLinkLike(name)).toBe(true))

test.each(names)('%j is a name', (name) => expect(isLinkLike(name)).toBe(false))

const filler = fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'X', '-', '0', 'ä', 'ß'), maxLength: 10 })

test.each(languages)(
  'no subject in %s contains a link that a person typed: it has type and number instead',
  (language) => {
    const recipient = {
      country: null,
      language,
      timeZone: 'Europe/Berlin',
      brand: defaultBrand,
      origin: 'https://portal.example',
      unsubscribeUrl: null,
    }
    const plain = subjectOf(null)
    fc.assert(
      fc.property(filler, fc.constantFrom(...links), filler, (before, link, after) => {
        expect(subjectOf(`${before} ${link} ${after}`)).toBe(plain)
      }),
      { numRuns: 30 },
    )
    expect(subjectOf('Cellar')).toContain('Cellar')

    function subjectOf(name: string | null): string {
      const event = { kind: 'offline', since: '2026-11-25T14:00:00.000Z' } as const
      const appliance = { name, applianceType: 'BOILER', placementInType: 1 } as const
      const occasion = { event, connectionId: null, appliance, fault: null, contact: null }
      return composeNoticeMail(occasion, recipient).subject
    }
  },
)
