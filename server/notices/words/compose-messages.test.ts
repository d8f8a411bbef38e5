import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { HtmlValidate } from 'html-validate'
import { expect, test } from 'vitest'
import { readBrands } from '#brands/read-brands.ts'
import { contrastRatio } from '#brands/contrast.ts'
import { faultTextsByCode } from '#contract/faults.ts'
import { type Language, languages } from '#contract/languages.ts'
import { sampleFaults } from '#contract/sample-faults.ts'
import { composeCodeMail, composeNoticeMail, composeNoticePush } from './compose-messages.ts'
import type { NoticeContent, MessageRecipient } from './notice-content.ts'
import { createSampleNoticeContents } from './sample-notice-contents.ts'

const { brands, defaultBrand } = await readBrands()

function samplesIn(language: Language) {
  const file = new URL(`../../../texts/${language}/sample-faults.json`, import.meta.url)
  const texts = faultTextsByCode.parse(JSON.parse(readFileSync(file, 'utf8')))
  return createSampleNoticeContents((code) => {
    const fault = sampleFaults.find((each) => each.code === code)
    const words = texts[code]
    return fault && words ? { ...fault, ...words, language } : null
  })
}

function recipient(changes: Partial<MessageRecipient> = {}): MessageRecipient {
  return {
    language: 'en',
    country: null,
    timeZone: 'Europe/Berlin',
    brand: defaultBrand,
    origin: 'https://portal.example',
    unsubscribeUrl: 'https://portal.example/unsubscribe/token',
    ...changes,
  }
}

function occasionOf(wanted: string): NoticeContent {
  const found = samplesIn('en').find(({ name }) => name === wanted)
  if (!found) throw new Error(`There is no sample ${wanted}.`)
  return found.occasion
}

test.each(samplesIn('en'))('an email says what happened to which appliance, and links to it: $name', ({ occasion }) => {
  const { subject, text } = composeNoticeMail(occasion, recipient())
  expect(`Subject: ${subject}\n\n${text}`).toMatchSnapshot()
})

test('an email about a fault says what it means, what to do and whom to call', () => {
  const { subject, html, text } = composeNoticeMail(occasionOf('fault-began'), recipient())
  expect(subject).toBe('Cellar, Boiler 1: Burner does not ignite')
  const order = [
    'What it means',
    'Can I keep the heating on?',
    'What you can do yourself',
    'When to call',
    'Who to call',
  ]
  for (const form of [html, text]) {
    const positions = [...order, '+49 711 123456'].map((part) => form.indexOf(part))
    expect(positions).toEqual(positions.toSorted((one, other) => one - other))
    expect(positions).not.toContain(-1)
    expect(html).toContain('href="tel:+49711123456"')
    expect(form).toContain('/appliances/0198c1b2-5f0e-7c1a-9d53-0a6b8f1e2d3d/faults/E104')
  }
})

test('an emergency begins with leaving the house', () => {
  const { text, html } = composeNoticeMail(occasionOf('fault-began, emergency'), recipient())
  expect(text.indexOf('Leave the house first')).toBeLessThan(text.indexOf('What it means'))
  expect(text).not.toContain('Who to call')
  expect(html).toContain('class="danger"')
})

test.each(['fault-began, emergency', 'fault-recurs, emergency'])(
  'a locked telephone shows of an emergency to leave the house and to call 112: %s',
  (name) => {
    const { body } = composeNoticePush(occasionOf(name), recipient())
    expect(body).toMatch(/^[^.]+\. Leave the house first\. Once you are outside, call 112\./u)
  },
)

test('every email in every language is complete, with a one-line subject', () => {
  for (const language of languages) {
    for (const { name, occasion } of samplesIn(language)) {
      const mail = composeNoticeMail(occasion, recipient({ language }))
      const push = composeNoticePush(occasion, recipient({ language }))
      const words = [...Object.values(mail), push.title, push.body].join('\n').replaceAll(/<style>.*<\/style>/gu, '')
      expect(words, `${language} ${name}`).not.toMatch(
        /\{\w+\}|\b(?:notice|mail|fault)\.[a-z-]+\b|\b(?:undefined|null)\b/u,
      )
      expect(mail.subject, `${language} ${name}`).toMatch(/^[^\p{Cc}]+$/u)
      expect(mail.html).toContain(`<html lang="${language}">`)
    }
  }
})

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // Mail programs reliably support only style attributes, the old spelling of the doctype, and the old spelling of
    // empty elements.
    'no-inline-style': 'off',
    'doctype-style': ['error', { style: 'lowercase' }],
    'void-style': 'off',
    'long-title': 'off',
    'tel-non-breaking': 'off',
    'no-trailing-whitespace': 'off',
    // Tables set the width of an email, with the role for layout tables.
    'prefer-native-element': 'off',
    'presentation-role-style': 'off',
  },
})

test.each([...brands.values()])(
  'every email of $settings.id is valid HTML, without pictures and scripts',
  async (brand) => {
    for (const { name, occasion } of samplesIn('de')) {
      const { html } = composeNoticeMail(occasion, recipient({ language: 'de', brand }))
      const { results } = await validator.validateString(html)
      expect(
        results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`)),
        name,
      ).toEqual([])
      expect(html).not.toMatch(/<img|<script|<link|url\(|@import|\bsrc=/iu)
      expect(Buffer.byteLength(html)).toBeLessThan(20_000)
    }
  },
)

test.each([...brands.values()])(
  'the colours of an email of $settings.id are readable in light and in dark',
  (brand) => {
    const { html } = composeNoticeMail(occasionOf('fault-began, emergency'), recipient({ brand }))
    const dark = (role: string, property: string) =>
      new RegExp(`\\.${role}\\{(?:[^}]*;)?${property}:(#[0-9a-f]{6})`, 'u').exec(html)?.[1] ?? ''
    for (const role of ['ink', 'muted', 'danger'])
      expect(contrastRatio(dark(role, 'color'), dark('raised', 'background-color'))).toBeGreaterThan(4.5)
    expect(contrastRatio(dark('button', 'color'), dark('button', 'background-color'))).toBeGreaterThan(4.5)
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
  },
)

test('the longest name breaks into lines, and one from right to left keeps its punctuation', () => {
  const called = (name: string) => {
    const appliance = { name, applianceType: 'BOILER', placementInType: 1 } as const
    return composeNoticeMail({ ...occasionOf('offline'), appliance }, recipient())
  }
  expect(called('W'.repeat(40)).html).toMatch(/max-width:600px;[^"]*table-layout:fixed;word-break:break-word/u)
  expect(called('דירה 12!').subject).toMatch(/^\u2068דירה 12!\u2069, /u)
})

const hostile = [
  'Cellar\r\nBcc: victim@example.com',
  '<script>alert(1)</script>',
  '" onmouseover="alert(1)',
  '\u202Egnp.exe',
  '</style><img src=x onerror=alert(1)>',
  'a\u2028b\u0000c',
]

test.each(hostile)('a name like %j stays text, and cannot end a header line', async (name) => {
  const occasion = occasionOf('contract-answered, accepted')
  const event = { ...occasion.event, company: name } as NoticeContent['event']
  const appliance = { name, applianceType: 'BOILER' as const, placementInType: 1 }
  const { subject, html } = composeNoticeMail({ ...occasion, event, appliance }, recipient())
  const push = composeNoticePush({ ...occasion, event, appliance }, recipient())
  for (const line of [subject, push.title, push.body]) expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
  expect(html).not.toMatch(/<script|<img|onmouseover="/u)
})

test('for any typed names, a subject is one line and the document has no additional elements', () => {
  const elements = (html: string) => html.match(/<[a-z]/gu)?.length
  const occasion = occasionOf('offline')
  const named = (name: string) =>
    composeNoticeMail({ ...occasion, appliance: { name, applianceType: 'HP', placementInType: 1 } }, recipient())
  const withName = elements(named('Cellar').html)
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), (name) => {
      const { subject, html } = named(name)
      expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
      expect(elements(html)).toBe(withName)
    }),
  )
})

test('an email that can be turned off has the link; one about security says why it cannot be', () => {
  const off = composeNoticeMail(occasionOf('offline'), recipient())
  expect(off.html).toContain('href="https://portal.example/unsubscribe/token"')
  expect(off.text).toContain('No more emails of this kind: https://portal.example/unsubscribe/token')
  const always = composeNoticeMail(occasionOf('new-browser'), recipient({ unsubscribeUrl: null }))
  expect(always.text).toContain('cannot be switched off')
  expect(always.html).not.toContain('unsubscribe')
})

test('mail about a takeover, which comes with any settings, says that it cannot be turned off', () => {
  const { text } = composeNoticeMail(occasionOf('takeover-asked'), recipient())
  expect(text).toContain('This email cannot be switched off: it protects your account')
})

test('mail about an emergency says why it cannot be turned off', () => {
  const { text } = composeNoticeMail(occasionOf('fault-began, emergency'), recipient())
  expect(text).toContain('This email cannot be switched off: it warns of danger to life')
})

test('a Swiss recipient sees ß only in names', () => {
  const about = occasionOf('fault-began, without a code')
  const occasion = { ...about, appliance: about.appliance && { ...about.appliance, name: 'Straße' } }
  const said = (country: 'CH' | 'DE') => {
    const swiss = recipient({ language: 'de', country })
    return [
      composeNoticeMail(occasion, swiss).text,
      composeNoticePush(occasion, swiss).body,
      composeCodeMail('123456', swiss).text,
    ]
  }
  const [mail = '', ...others] = said('CH')
  expect([mail.replaceAll('Straße', ''), ...others].join(' ')).not.toContain('ß')
  expect(mail).toContain('Straße, Heizkessel 1')
  expect(said('DE').join(' ').replaceAll('Straße', '')).toContain('ß')
})

test('times have the format of the recipient', () => {
  const { text } = composeNoticeMail(occasionOf('offline'), recipient({ timeZone: 'Europe/Lisbon' }))
  expect(text).toContain('Since 22 November at 13:03')
  expect(composeNoticeMail(occasionOf('offline'), recipient()).text).toContain('Since 22 November at 14:03')
})

test('a push message has the appliance and a sentence, and the same target as the email', () => {
  expect(composeNoticePush(occasionOf('fault-began'), recipient())).toEqual({
    title: 'Cellar, Boiler 1',
    body: 'Burner does not ignite. Since 22 November at 14:03.',
    path: '/appliances/0198c1b2-5f0e-7c1a-9d53-0a6b8f1e2d3d/faults/E104',
  })
  expect(composeNoticePush(occasionOf('mail-undeliverable'), recipient()).title).toBe(defaultBrand.settings.title)
})

test('the email with a code has the code, its purpose and its validity', async () => {
  const { subject, text, html } = composeCodeMail('123456', recipient({ unsubscribeUrl: null }))
  expect(subject).toBe('Your code: 123456')
  expect(text).toContain('Valid for 15 minutes.')
  expect((await validator.validateString(html)).valid).toBe(true)
})
