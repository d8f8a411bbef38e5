import { HtmlValidate } from 'html-validate'
import { expect, test } from 'vitest'
import { readBrands } from '#brands/read-brands.ts'
import { languages } from '#contract/languages.ts'
import { createLinkMail } from './create-link-mail.ts'
import { sampleLinkedAppliances } from './sample-notice-contents.ts'

const { defaultBrand: brand } = await readBrands()

const recipient = {
  language: 'en',
  country: null,
  timeZone: 'Europe/Berlin',
  brand,
  origin: 'https://portal.example',
  unsubscribeUrl: null,
} as const

const [sample] = sampleLinkedAppliances
const validator = new HtmlValidate({
  rules: { 'no-dup-id': 'error', 'close-order': 'error', 'element-permitted-content': 'error' },
})

test.each(sampleLinkedAppliances)(
  'an email with a link says who, what and until when: $kind of $inviter',
  (linkedAppliance) => {
    const { subject, text } = createLinkMail(linkedAppliance, recipient)
    expect(`Subject: ${subject}\n\n${text}`).toMatchSnapshot()
  },
)

test('an email with a link is complete in every language, with a one-line subject', async () => {
  for (const language of languages) {
    for (const linkedAppliance of sampleLinkedAppliances) {
      const { subject, text, html } = createLinkMail(linkedAppliance, { ...recipient, language })
      expect(`${subject}\n${text}`, language).not.toMatch(/\{\w+\}|\bmail\.[a-z-]+\b|\b(?:undefined|null)\b/u)
      expect(subject, language).toMatch(/^[^\p{Cc}]+$/u)
      for (const form of [text, html]) expect(form).toContain(`https://portal.example/join/${linkedAppliance.token}`)
      expect((await validator.validateString(html)).valid).toBe(true)
    }
  }
})

test.each(['Olga\r\nBcc: all@example.com', '<script>alert(1)</script>', 'Win at evil.example', 'call www.evil'])(
  'a name like %j is neither header nor element nor link',
  (typed) => {
    if (!sample) throw new Error('There is no sample.')
    const { subject, text, html } = createLinkMail({ ...sample, inviter: typed, city: typed }, recipient)
    expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
    expect(html).not.toMatch(/<script|evil/u)
    expect(text).not.toMatch(/evil|@example/u)
  },
)
