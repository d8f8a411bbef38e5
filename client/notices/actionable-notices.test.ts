import { expect, test } from 'vitest'
import { noticeCategoryOf, type Notice, type NoticeEvent } from '#contract/notices.ts'
import { findActionableNoticeIds } from './actionable-notices.ts'

const at = '2026-03-01T14:03:00Z'
const boiler = '0198c1b2-5f0e-7c1a-9d53-0a6b8f1e2d3c'
const pump = '0198c1b2-5f0e-7c1a-9d53-0a6b8f1e2d3d'

function noticeOf(id: string, event: NoticeEvent, connectionId: string | null = boiler): Notice {
  return {
    id,
    category: noticeCategoryOf(event.kind),
    event,
    connectionId,
    appliance: null,
    createdAt: at,
    readAt: null,
  }
}

const began: NoticeEvent = { kind: 'fault-began', code: 'E104', since: at }
const ended: NoticeEvent = { kind: 'fault-ended', code: 'E104', severity: 'ERROR', since: at, until: at }
const offline: NoticeEvent = { kind: 'offline', since: at }
const online: NoticeEvent = { kind: 'back-online', since: at, until: at }
const answered = (isAccepted: boolean): NoticeEvent => ({
  kind: 'contract-answered',
  companyType: 'SUPPORT',
  company: 'Heiz & Co',
  isAccepted,
})

test('a fault, an outage, a refusal and an undeliverable email need the person', () => {
  const undeliverable = noticeOf('mail', { kind: 'mail-undeliverable' }, null)
  const notices = [
    noticeOf('fault', began),
    noticeOf('outage', offline),
    noticeOf('no', answered(false)),
    undeliverable,
  ]
  expect([...findActionableNoticeIds(notices)]).toEqual(['fault', 'outage', 'no', 'mail'])
})

test.each([
  [began, ended],
  [offline, online],
  [answered(false), answered(true)],
])('%o no longer needs the person after %o', (event, settling) => {
  expect([...findActionableNoticeIds([noticeOf('later', settling), noticeOf('earlier', event)])]).toEqual([])
  expect([...findActionableNoticeIds([noticeOf('later', event), noticeOf('earlier', settling)])]).toEqual(['later'])
  expect([...findActionableNoticeIds([noticeOf('other', settling, pump), noticeOf('earlier', event)])]).toEqual([
    'earlier',
  ])
})

test('a sign-in only informs', () => {
  const signIn = noticeOf('sign-in', { kind: 'new-browser', at, browser: null, system: null }, null)
  expect([...findActionableNoticeIds([signIn])]).toEqual([])
})
