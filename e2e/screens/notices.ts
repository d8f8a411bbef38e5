import { expect, type Page } from '@playwright/test'
import { hourMs } from '#contract/durations.ts'
import { noticeApi } from '#contract/notice-api.ts'
import { noticeCategoryOf, type Notice, type NoticeEvent, type NoticeKind, type NoticeList } from '#contract/notices.ts'
import { openPath, type Screen } from './screen.ts'

const now = Date.now()
const at = (hoursAgo: number) => new Date(now - hoursAgo * hourMs).toISOString()
const id = (index: number) => `0198c1b2-5f0e-7c1a-9d53-0a6b8f1e2d${String(index).padStart(2, '0')}`
const company = 'Fachbetrieb für Heizung, Lüftung und Sanitär Schwarzenberger & Söhne'

type EventOf = { [Kind in NoticeKind]: Omit<Extract<NoticeEvent, { kind: Kind }>, 'kind'> }

const events: EventOf = {
  'fault-began': { code: 'E104', since: at(1) },
  'warning-lasts': { code: null, since: at(60) },
  'fault-recurs': { code: 'E104', severity: 'ERROR', since: at(900), times: 12 },
  'fault-ended': { code: 'E104', severity: 'ERROR', since: at(40), until: at(2) },
  offline: { since: at(30) },
  'back-online': { since: at(90), until: at(3) },
  'contract-answered': { companyType: 'SUPPORT', company, isAccepted: false },
  'consent-changed': { companyType: 'ASA', company },
  'export-ready': { exportId: id(90), expiresAt: at(-200) },
  'export-expires': { exportId: id(90), expiresAt: at(-30) },
  'export-failed': { exportId: id(90), reason: 'store-full' },
  'program-decided': { program: 'Heating advice of Schwarzenberger & Söhne', decision: 'refuse', reason: company },
  'webhooks-failing': { program: 'Warm Advice', url: 'https://partner.example/webhooks/receive', since: at(26) },
  'access-given': { role: 'CO_OWNER', until: at(-900) },
  'access-ends': { until: at(-20) },
  'access-ended': {},
  'own-access-changed': { role: 'VIEWER', until: at(-900) },
  'own-access-ends': { until: at(-20) },
  'own-access-ended': {},
  'access-requested': {},
  'request-accepted': { role: 'VIEWER', until: null },
  'request-declined': {},
  'handover-declined': {},
  'handover-expired': {},
  'link-undeliverable': {},
  'ownership-begun': {},
  'ownership-ended': {},
  'owner-changed': {},
  'takeover-asked': { until: at(-300) },
  'takeover-ended': { takeoverId: id(91) },
  'new-browser': { at: at(4), browser: 'Firefox', system: 'Windows' },
  'contact-email-changed': { at: at(5) },
  'notice-settings-changed': { at: at(6) },
  'push-browser-added': { at: at(7), browser: 'Chrome', system: 'Linux' },
  'push-browser-removed': { at: at(8), browser: 'Chrome', system: 'Linux' },
  'sessions-ended': { at: at(8), count: 3 },
  'account-deleted': { at: at(8), erasedAt: at(-160) },
  'account-restored': { at: at(8) },
  'emails-turned-off': { at: at(9), category: 'heating' },
  'mail-undeliverable': {},
  'mail-limit': { limit: 20, until: at(-20) },
}

/** The screens with notices, for a person who has one notice of each kind, some of them unread. Specification 2.17. */
export const noticeScreens: readonly Screen[] = [
  {
    name: 'the newest notices, at the bell',
    async open({ page, words }) {
      await answerNotices(page)
      await openPath(page, '/appliances')
      await page.getByRole('button', { name: words('notices.title'), exact: true }).click()
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
    },
  },
  {
    name: 'all notices',
    async open({ page }) {
      await openPath(page, '/notices')
      await expect(page.getByRole('listitem').filter({ hasText: company })).toHaveCount(3)
    },
  },
]

async function answerNotices(page: Page): Promise<void> {
  const items = Object.entries(events).map(noticeOf)
  const list: NoticeList = { items, unread: items.filter(({ readAt }) => readAt === null).length, before: 'older' }
  await page.route(`**${noticeApi.listNotices.path}*`, (route) => route.fulfill({ json: list }))
}

function noticeOf([kind, more]: [string, object], index: number): Notice {
  const event = { kind, ...more } as NoticeEvent
  const createdAt = at(index * 5)
  const appliance = { name: null, applianceType: 'HYBRID', placementInType: index } as const
  const readAt = index % 2 === 0 ? null : createdAt
  return {
    id: id(index),
    category: noticeCategoryOf(event.kind),
    event,
    connectionId: id(80),
    appliance,
    createdAt,
    readAt,
  }
}
