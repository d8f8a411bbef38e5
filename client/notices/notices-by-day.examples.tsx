import { hourMs } from '#contract/durations.ts'
import type { Notice, NoticeEvent } from '#contract/notices.ts'
import type { Example, ExampleContext } from '#client/ui/example.ts'
import { BellButton } from './bell-button.tsx'
import { NoticesByDay } from './notices-by-day.tsx'
import { toNoticeLine, type NoticeLine } from './notice-words.ts'
import { NoticesBody, type NoticesBodyProps } from './notices-body.tsx'

const now = Date.now()
const at = (hoursAgo: number) => new Date(now - hoursAgo * hourMs).toISOString()
const connectionId = '0198c1b2-5f0e-7c1a-9d53-0a6b8f1e2d3c'

const events: readonly (readonly [hoursAgo: number, event: NoticeEvent])[] = [
  [1, { kind: 'fault-began', code: 'E104', since: at(1) }],
  [2, { kind: 'offline', since: at(3) }],
  [26, { kind: 'fault-ended', code: null, severity: 'ERROR', since: at(30), until: at(27) }],
  [27, { kind: 'contract-answered', companyType: 'SUPPORT', company: 'Heiz & Co', isAccepted: true }],
  [100, { kind: 'export-ready', exportId: connectionId, expiresAt: at(-200) }],
  [101, { kind: 'new-browser', at: at(101), browser: 'Firefox', system: 'Windows' }],
  [10_000, { kind: 'warning-lasts', code: 'W201', since: at(10_030) }],
]

function noticeOf([hoursAgo, event]: (typeof events)[number], index: number): Notice {
  return {
    id: `0198c1b2-5f0e-7c1a-9d53-0a6b8f1e2d${String(index).padStart(2, '0')}`,
    category: 'heating',
    event,
    connectionId: index === 3 ? null : connectionId,
    appliance:
      index === 3 ? null : { name: index % 2 ? 'Ferienhaus' : null, applianceType: 'BOILER', placementInType: 1 },
    createdAt: at(hoursAgo),
    readAt: index < 2 ? null : at(0),
  }
}

function linesIn({ t, locale }: ExampleContext): NoticeLine[] {
  return events
    .map(noticeOf)
    .map((notice) => toNoticeLine(notice, { t, locale, now, titleOf: () => null, emergencyCallOf: () => null }))
}

const body = (state: NoticesBodyProps['state']) => (
  <NoticesBody state={state} lines={[]} headingLevel={2} onRead={() => {}} onRetry={async () => {}} />
)

export const examples: Example[] = [
  {
    name: 'of several days, two unread',
    render: (context) => <NoticesByDay lines={linesIn(context)} headingLevel={2} onRead={() => {}} />,
  },
  { name: 'none yet', render: () => body('there') },
  { name: 'on their way', render: () => body('loading') },
  { name: 'not loaded', render: () => body('failed') },
  {
    name: 'the bell, with none, some and many unread',
    render: () => (
      <>
        {[0, 3, 250].map((unread) => (
          <BellButton key={unread} ref={null} unread={unread} isOpen={false} onPress={() => {}} onNear={() => {}} />
        ))}
      </>
    ),
  },
]
