import { expect, test } from 'vitest'
import {
  findNoticeChoice,
  noticeSettings,
  quietHours,
  defaultNoticeChoices,
  defaultNoticeSettings,
} from './notice-settings.ts'

const cellar = '7c1d1e6e-6f0d-4f57-9f0e-0a4f4a1b2c3d'
const off = { portal: false, mail: false, push: false }

test('by default heating notices use every channel, others the portal and email', () => {
  expect(noticeSettings.parse(defaultNoticeSettings)).toEqual(defaultNoticeSettings)
  expect(findNoticeChoice(defaultNoticeSettings, { category: 'heating', connectionId: cellar })).toEqual({
    portal: true,
    mail: true,
    push: true,
  })
  expect(findNoticeChoice(defaultNoticeSettings, { category: 'data', connectionId: cellar })).toMatchObject({
    push: false,
  })
})

test('an appliance may have its own choices, except for security', () => {
  const choices = { heating: off, service: off, data: off }
  const settings = { ...defaultNoticeSettings, appliances: [{ connectionId: cellar, choices }] }
  expect(findNoticeChoice(settings, { category: 'heating', connectionId: cellar })).toEqual(off)
  expect(findNoticeChoice(settings, { category: 'heating', connectionId: null })).toEqual(defaultNoticeChoices.heating)
  expect(findNoticeChoice(settings, { category: 'security', connectionId: cellar })).toEqual(
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
