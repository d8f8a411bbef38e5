import { expect, test } from 'vitest'
import {
  defaultNoticeChoices,
  defaultNoticeSettings,
  emailVerification,
  findChannelChoice,
  mailCodeLimits,
  channelChoice,
  noticeSettings,
  pushSubscription,
  quietHours,
} from './notice-settings.ts'

const cellar = '7c1d1e6e-6f0d-4f57-9f0e-0a4f4a1b2c3d'
const off = { portal: false, mail: false, push: false }

test('by default heating notices use every channel, others the portal and email', () => {
  expect(noticeSettings.parse(defaultNoticeSettings)).toEqual(defaultNoticeSettings)
  expect(findChannelChoice(defaultNoticeSettings, { category: 'heating', connectionId: cellar })).toEqual({
    portal: true,
    mail: true,
    push: true,
  })
  expect(findChannelChoice(defaultNoticeSettings, { category: 'data', connectionId: cellar })).toMatchObject({
    push: false,
  })
})

test('an appliance may have its own choices, except for security', () => {
  const choices = { heating: off, service: off, data: off }
  const settings = { ...defaultNoticeSettings, appliances: [{ connectionId: cellar, choices }] }
  expect(findChannelChoice(settings, { category: 'heating', connectionId: cellar })).toEqual(off)
  expect(findChannelChoice(settings, { category: 'heating', connectionId: null })).toEqual(defaultNoticeChoices.heating)
  expect(findChannelChoice(settings, { category: 'security', connectionId: cellar })).toEqual(
    defaultNoticeChoices.security,
  )
})

test.each([{ mail: false }, { portal: false }])('security always uses the portal and email: %o', (choice) => {
  const choices = { ...defaultNoticeChoices, security: { ...defaultNoticeChoices.security, ...choice } }
  const refused = noticeSettings.safeParse({ ...defaultNoticeSettings, choices })
  expect(refused.error?.issues.map(({ message }) => message)).toEqual(['always'])
})

test('an appliance has choices only once', () => {
  const { security: _, ...choices } = defaultNoticeChoices
  const twice = [0, 1].map(() => ({ connectionId: cellar, choices }))
  expect(noticeSettings.safeParse({ ...defaultNoticeSettings, appliances: twice }).success).toBe(false)
})

const night = { from: '22:00', to: '07:00', zone: 'Europe/Berlin', errorsBreakThrough: true }

test('quiet hours are times of a day in an IANA time zone', () => {
  expect(quietHours.parse(night)).toEqual(night)
  for (const wrong of [{ from: '24:00' }, { from: '7:00' }, { to: '22:00' }])
    expect(quietHours.safeParse({ ...night, ...wrong }).success).toBe(false)
  for (const zone of ['', 'Mars/Olympus', '+02:00', 'x'.repeat(65)])
    expect(quietHours.safeParse({ ...night, zone }).success, zone).toBe(false)
})

test('without a stored choice for people, the default choice is used', () => {
  const { people: _, ...choices } = defaultNoticeChoices
  const settings = { choices, appliances: [] }
  expect(findChannelChoice(settings, { category: 'people', connectionId: cellar })).toEqual(defaultNoticeChoices.people)
  expect(defaultNoticeChoices.service).toEqual({ portal: true, mail: true, push: false })
  expect(defaultNoticeChoices.people).toEqual({ portal: true, mail: true, push: false })
  expect(defaultNoticeChoices.security).toEqual({ portal: true, mail: true, push: false })
})

test('refused settings have their codes', () => {
  const codes = (schema: { safeParse(value: unknown): { error?: { issues: { message: string }[] } | undefined } }) => {
    return (value: unknown) => schema.safeParse(value).error?.issues.map(({ message }) => message)
  }
  expect(codes(quietHours)({ ...night, from: '7' })).toEqual(['pattern'])
  expect(codes(quietHours)({ ...night, zone: 'x'.repeat(65) })).toContain('max-length')
  const { security: _, ...choices } = defaultNoticeChoices
  const twice = [0, 1].map(() => ({ connectionId: cellar, choices }))
  expect(codes(noticeSettings)({ ...defaultNoticeSettings, appliances: twice })).toEqual(['repeated'])
  expect(noticeSettings.safeParse({ ...defaultNoticeSettings, more: 1 }).success).toBe(false)
  expect(channelChoice.safeParse({ ...off, more: 1 }).success).toBe(false)
  const keys = { p256dh: 'a'.repeat(87), auth: 'b'.repeat(22) }
  const browser = { endpoint: 'https://push.example/1', keys }
  expect(codes(pushSubscription)(browser)).toBeUndefined()
  expect(codes(pushSubscription)({ ...browser, endpoint: `https://push.example/${'a'.repeat(1_000)}` })).toContain(
    'max-length',
  )
  expect(codes(pushSubscription)({ ...browser, endpoint: 'push' })).toEqual(['pattern'])
  expect(codes(pushSubscription)({ ...browser, keys: { p256dh: '?', auth: '?' } })).toEqual(['pattern', 'pattern'])
  expect(pushSubscription.safeParse({ ...browser, keys: { ...keys, more: 1 } }).success).toBe(false)
})

test('the code of an email has 6 digits and 5 tries in 15 minutes', () => {
  expect(mailCodeLimits).toEqual({ digits: 6, minutes: 15, tries: 5 })
  expect(emailVerification.parse({ code: ' 123456 ' })).toEqual({ code: '123456' })
  for (const code of ['12345', '1234567', 'a123456', '123456a'])
    expect(emailVerification.safeParse({ code }).success, code).toBe(false)
})
