import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type NoticeSettings, defaultNoticeSettings } from '#contract/notice-settings.ts'
import type { NoticeEvent } from '#contract/notices.ts'
import { chooseNoticeChannels } from './choose-notice-channels.ts'

const connectionId = '7c1d1e6e-6f0d-4f57-9f0e-0a4f4a1b2c3d'
const since = '2026-11-25T14:00:00.000Z'
const moments = { min: Date.parse('2026-01-01'), max: Date.parse('2028-01-01') }
const choice = fc.record({ portal: fc.boolean(), mail: fc.boolean(), push: fc.boolean() })
const choices = fc.record({ heating: choice, service: choice, data: choice, security: choice })
const hour = fc.integer({ min: 0, max: 23 }).map((value) => `${String(value).padStart(2, '0')}:00`)
const zone = fc.constantFrom('Europe/Berlin', 'Atlantic/Faroe', 'Europe/London')

const settings: fc.Arbitrary<NoticeSettings> = fc.record({
  choices,
  appliances: fc.array(fc.record({ connectionId: fc.constant(connectionId), choices }), { maxLength: 1 }),
  quietHours: fc.option(fc.record({ from: hour, to: hour, zone, errorsBreakThrough: fc.boolean() })),
  pausedUntil: fc.option(fc.integer(moments).map((at) => new Date(at).toISOString())),
})

const emergencies: fc.Arbitrary<NoticeEvent> = fc.constantFrom<NoticeEvent>(
  { kind: 'fault-began', code: 'G901', since },
  { kind: 'warning-lasts', code: 'G901', since },
  { kind: 'fault-recurs', code: 'G901', severity: 'ERROR', since, times: 4 },
)

test('an emergency goes out at once on every channel, with any settings and at any time', () => {
  fc.assert(
    fc.property(settings, emergencies, fc.integer(moments), (chosen, event, now) => {
      const route = chooseNoticeChannels(chosen, { event, connectionId, isEmergency: true, now })
      expect(route).toEqual({ inPortal: true, mailAt: now, pushAt: now })
    }),
  )
})

test('the end of an emergency follows the settings, and always appears in the portal', () => {
  const event: NoticeEvent = { kind: 'fault-ended', code: 'G901', severity: 'ERROR', since, until: since }
  fc.assert(
    fc.property(settings, fc.integer(moments), (chosen, now) => {
      const noticeRoute = chooseNoticeChannels(chosen, { event, connectionId, isEmergency: true, now })
      const other = chooseNoticeChannels(chosen, { event, connectionId, isEmergency: false, now })
      expect(noticeRoute).toEqual({ ...other, inPortal: true })
    }),
  )
})

test('an ERROR that is not an emergency waits for the end of a pause', () => {
  const now = Date.parse(since)
  const paused = { ...defaultNoticeSettings, pausedUntil: '2027-01-01T00:00:00.000Z' }
  const event: NoticeEvent = { kind: 'fault-began', code: 'E104', since }
  const route = chooseNoticeChannels(paused, { event, connectionId, isEmergency: false, now })
  expect(route).toEqual({ inPortal: true, mailAt: null, pushAt: null })
})

test('a pause holds back neither the email nor the chosen push message of a security notice', () => {
  const now = Date.parse(since)
  const withPush = { ...defaultNoticeSettings.choices, security: { portal: true, mail: true, push: true } }
  const paused = { ...defaultNoticeSettings, choices: withPush, pausedUntil: '2027-01-01T00:00:00.000Z' }
  const event: NoticeEvent = { kind: 'notice-settings-changed', at: since }
  const route = chooseNoticeChannels(paused, { event, connectionId: null, isEmergency: false, now })
  expect(route).toEqual({ inPortal: true, mailAt: now, pushAt: now })
})
