import { readFileSync } from 'node:fs'
import { setupI18n } from '@lingui/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import { exportFailures } from './export-states.ts'
import { type Language, languages } from './languages.ts'
import { formatNoticeSentence, formatNoticeWords } from './notice-words.ts'
import type { NoticeEvent } from './notices.ts'

const since = '2026-11-22T14:03:00Z'
const until = '2026-11-22T16:30:00Z'
const exportId = '0198c1b2-5f0e-7c1a-9d53-0a6b8f1e2d3c'

const events: readonly NoticeEvent[] = [
  { kind: 'fault-began', code: 'E104', since },
  { kind: 'fault-began', code: null, since },
  { kind: 'warning-lasts', code: 'W201', since },
  { kind: 'fault-recurs', code: 'E104', severity: 'ERROR', since, times: 4 },
  { kind: 'fault-ended', code: 'E104', severity: 'ERROR', since, until },
  { kind: 'fault-ended', code: 'G901', severity: 'ERROR', since, until },
  { kind: 'offline', since },
  { kind: 'back-online', since, until },
  { kind: 'contract-answered', companyType: 'SUPPORT', company: 'Heiz & Co', isAccepted: true },
  { kind: 'contract-answered', companyType: 'ASA', company: 'Heiz & Co', isAccepted: false },
  { kind: 'consent-changed', companyType: 'SUPPORT', company: 'Heiz & Co' },
  { kind: 'export-ready', exportId, expiresAt: until },
  { kind: 'export-expires', exportId, expiresAt: until },
  ...exportFailures.map((reason) => ({ kind: 'export-failed' as const, exportId, reason })),
  { kind: 'program-decided', program: 'Warm Advice', decision: 'approve', reason: null },
  { kind: 'program-decided', program: 'Warm Advice', decision: 'refuse', reason: 'No register entry.' },
  { kind: 'program-decided', program: 'Warm Advice', decision: 'suspend', reason: null },
  { kind: 'webhooks-failing', program: 'Warm Advice', url: 'https://partner.example/hook', since },
  { kind: 'new-browser', at: since, browser: 'Firefox', system: 'Windows' },
  { kind: 'new-browser', at: since, browser: null, system: null },
  { kind: 'contact-email-changed', at: since },
  { kind: 'notice-settings-changed', at: since },
  { kind: 'push-browser-added', at: since, browser: 'Chrome', system: 'Linux' },
  { kind: 'push-browser-removed', at: since, browser: null, system: 'iPhone' },
  { kind: 'sessions-ended', at: since, count: 3 },
  { kind: 'account-deleted', at: since, erasedAt: until },
  { kind: 'account-restored', at: since },
  { kind: 'emails-turned-off', at: since, category: 'service' },
  { kind: 'mail-undeliverable' },
  { kind: 'mail-limit', limit: 20, until },
]

function wordsIn(language: Language, event: NoticeEvent, isSeen = false) {
  const file = new URL(`../texts/${language}/notices.json`, import.meta.url)
  const catalog = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  const compiled = Object.entries(catalog).map(([id, message]) => [id, compileMessageOrThrow(message)] as const)
  const i18n = setupI18n({ locale: language, messages: { [language]: Object.fromEntries(compiled) } })
  return formatNoticeWords(event, {
    t: (id, values) => i18n._(id, values),
    moment: (at) => at.slice(11, 16),
    isSeen: () => isSeen,
    fault: (code, severity) => code ?? severity,
    emergencyCall: (code) => (code === 'G901' ? 'Do not go back in.' : null),
  })
}

test('a notice says what happened, and since when', () => {
  const said = events.map((event) => Object.values(wordsIn('en', event)))
  expect(said).toMatchInlineSnapshot(`
    [
      [
        "E104",
        "Since 14:03.",
      ],
      [
        "ERROR",
        "Since 14:03.",
      ],
      [
        "W201",
        "Since 14:03.",
      ],
      [
        "Keeps coming back: E104",
        "4 times since 14:03.",
      ],
      [
        "No longer reported: E104",
        "It was reported from 14:03 to 16:30.",
      ],
      [
        "No longer reported: G901",
        "It was reported from 14:03 to 16:30. This does not mean that the danger is over. Do not go back in.",
      ],
      [
        "No connection to the gateway",
        "Since 14:03.",
      ],
      [
        "Connected again",
        "There was no connection from 14:03 to 16:30.",
      ],
      [
        "Heiz & Co has accepted the connection",
        "",
      ],
      [
        "Heiz & Co has declined the connection",
        "",
      ],
      [
        "Update your consent",
        "The consent text has changed (Heiz & Co). Please agree to the new text.",
      ],
      [
        "Your data export is ready",
        "You can download it until 16:30.",
      ],
      [
        "Your data export will be deleted soon",
        "You can download it until 16:30.",
      ],
      [
        "Your data export could not be created",
        "Please request it again tomorrow.",
      ],
      [
        "Your data export could not be created",
        "Please request it again in an hour.",
      ],
      [
        "Your data export could not be created",
        "Please request it again.",
      ],
      [
        "Your program Warm Advice was approved",
        "Owners can now share the data of their appliances with it.",
      ],
      [
        "Your program Warm Advice was refused",
        "It can no longer do anything. The operator’s reason: No register entry.",
      ],
      [
        "Your program Warm Advice was suspended",
        "It can do nothing until the operator approves it again.",
      ],
      [
        "Events cannot be delivered to Warm Advice",
        "https://partner.example/hook has not accepted any since 14:03. After five days of failures we switch this address off.",
      ],
      [
        "New sign-in to your account",
        "Firefox (Windows), 14:03.",
      ],
      [
        "New sign-in to your account",
        "Unknown browser, 14:03.",
      ],
      [
        "Your contact email was changed",
        "If this was not you, please change your password straight away and check your account.",
      ],
      [
        "Your notification settings were changed",
        "If this was not you, please change your password straight away and check your account.",
      ],
      [
        "Push messages were switched on",
        "Browser: Chrome (Linux). If this was not you, remove it from your account and change your password straight away.",
      ],
      [
        "Push messages were switched off",
        "Browser: iPhone. If this was not you, please change your password straight away and check your account.",
      ],
      [
        "You were signed out in other browsers",
        "3 browsers were signed out of your account. If this was not you, please change your password straight away and check your account.",
      ],
      [
        "Your account will be deleted",
        "It is erased on 16:30. If this was not you, please keep your account in the portal and change your password straight away.",
      ],
      [
        "Your account is kept",
        "It is no longer going to be deleted. If this was not you, please change your password straight away.",
      ],
      [
        "Emails on one topic were turned off",
        "Topic: service. The unsubscribe link in one of your emails was used. You can turn these emails on again in your account.",
      ],
      [
        "Email cannot be delivered",
        "Please check the email address in your account.",
      ],
      [
        "More emails will follow later",
        "You have been sent 20 emails within a day. More will follow after 16:30. Gas and carbon monoxide alarms still arrive at once. Everything is in the portal.",
      ],
    ]
  `)
})

test.each(languages)('every notice is complete in %s', (language) => {
  for (const event of events) {
    const { subject, text } = wordsIn(language, event)
    expect(`${subject} ${text}`, event.kind).not.toMatch(/[{}]|\bno notice\.|undefined/u)
    expect(subject, event.kind).not.toMatch(/\.$/u)
    expect(text, event.kind).toMatch(/^$|\.$/u)
    expect(text.toLowerCase(), event.kind).not.toContain(subject.toLowerCase())
  }
})

test('a time that is shown next to the text is not repeated in it', () => {
  const said = (event: NoticeEvent) => wordsIn('en', event, true).text
  expect(said({ kind: 'fault-began', code: 'E104', since })).toBe('')
  expect(said({ kind: 'new-browser', at: since, browser: 'Firefox', system: 'Windows' })).toBe('Firefox (Windows).')
  expect(formatNoticeSentence(wordsIn('en', { kind: 'fault-began', code: 'E104', since }, true))).toBe('E104')
  expect(formatNoticeSentence(wordsIn('en', { kind: 'fault-began', code: 'E104', since }))).toBe('E104. Since 14:03.')
})
