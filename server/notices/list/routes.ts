import { api } from '#contract/api.ts'
import {
  noticeCategoryOf,
  type Notice,
  noticeEvent,
  type NoticeList,
  type ApplianceOfNotice,
  defaultNoticesPerAnswer,
} from '#contract/notices.ts'
import { lowerCaseUuid } from '#contract/text-schemas.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { EndpointAdder } from '#server/http/endpoint-adder.ts'
import { Refusal } from '#server/http/refusals.ts'
import {
  countUnreadNotices,
  saveMessageLanguage,
  markNoticesRead,
  type NoticeCursor,
  readNotices,
  type StoredNotice,
} from './store.ts'
import type { Services } from '#server/services.ts'

export type NoticeListDependencies = Pick<Services, 'database' | 'persons' | 'bus' | 'clock'>

/** Adds the endpoints that list a person's notices and mark them as read. Specification 23.6. */
export function addNoticeListRoutes(
  add: EndpointAdder,
  { database, persons, bus, clock }: NoticeListDependencies,
): void {
  const { pool } = database

  add(api.listNotices, async ({ caller, query, language }) => {
    const limit = query.limit ?? defaultNoticesPerAnswer
    const before = query.before === undefined ? null : parseCursor(query.before)
    const personId = await persons.personIdOf(caller)
    // Stores the language of the request, because later emails and push messages use it. The page of a
    // signed-in person requests the start of this list when it opens.
    if (before === null) await saveMessageLanguage(pool, personId, language)
    const rows = await readNotices(pool, { personId, before, limit: limit + 1, now: clock.now() })
    const page = rows.slice(0, limit)
    return {
      items: page.flatMap(toNotice),
      unread: await countUnreadNotices(pool, { personId, now: clock.now() }),
      before: rows.length > limit ? cursorOf(page.at(-1)) : null,
    } satisfies NoticeList
  })

  add(api.readNotices, async ({ caller, body }) => {
    const { read } = body()
    const personId = await persons.personIdOf(caller)
    const ids = read === 'all' ? null : read
    await inTransaction(pool, async (transaction) => {
      const markedCount = await markNoticesRead(transaction, { personId, ids, now: new Date(clock.now()) })
      if (markedCount > 0) await bus.publish(transaction, [{ kind: 'notices', personId }])
    })
    return { unread: await countUnreadNotices(pool, { personId, now: clock.now() }) }
  })
}

/** Converts a row to a notice. Returns an empty array if this release does not support the kind of the notice. */
function toNotice(row: StoredNotice): Notice[] {
  const event = noticeEvent.safeParse(row.event)
  if (!event.success) return []
  const { gatewayId: connectionId, createdAt, readAt } = row
  return [
    {
      id: row.id,
      category: noticeCategoryOf(event.data.kind),
      event: event.data,
      connectionId,
      appliance: toAppliance(row),
      createdAt: createdAt.toISOString(),
      readAt: readAt?.toISOString() ?? null,
    },
  ]
}

function toAppliance(row: StoredNotice): ApplianceOfNotice | null {
  if (row.applianceType === null) return null
  const { name, applianceType, placementInType } = row
  return { name, applianceType, placementInType }
}

const separator = '_'

function cursorOf(last: StoredNotice | undefined): string | null {
  return last ? `${last.cursorAt}${separator}${last.id}` : null
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/u

/** Parses the cursor of a page of notices. @throws Refusal `malformed` if the cursor is invalid */
function parseCursor(cursor: string): NoticeCursor {
  const [at = '', last] = cursor.split(separator)
  const parsed = lowerCaseUuid.safeParse(last)
  if (!moment.test(at) || !isDate(at) || !parsed.success)
    throw new Refusal('malformed', { errors: [{ path: 'before', code: 'pattern' }] })
  return { at, id: parsed.data }
}

/**
 * Whether the day of a timestamp exists. JavaScript converts 31 February to a day in March, but PostgreSQL rejects
 * it.
 */
function isDate(at: string): boolean {
  return !Number.isNaN(Date.parse(at)) && new Date(at).toISOString().slice(0, 10) === at.slice(0, 10)
}
