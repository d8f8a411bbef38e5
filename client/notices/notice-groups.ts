import type { Translate } from '#client/i18n/message-types.ts'
import { dayKeyOf } from './notice-days.ts'
import type { NoticeLine } from './notice-words.ts'

/** A line of the list. `ids`: the notices that the line shows. Only a line about sign-ins shows several. */
export type NoticeListLine = NoticeLine & { ids: readonly [string, ...string[]] }

/** The lines below one heading. `about` is 'needs-you', or a day as a time on that day in epoch ms. */
export type NoticeGroup = { about: 'needs-you' | number; lines: readonly NoticeListLine[] }

/**
 * Groups lines that are sorted newest first. The first group has the unread lines that need an action of the person.
 * Each further group has the remaining lines of one day.
 */
export function groupNotices(lines: readonly NoticeLine[], t: Translate): readonly NoticeGroup[] {
  const isFirst = ({ needsPerson = false, isRead }: NoticeLine) => needsPerson && !isRead
  const first = lines.filter(isFirst).map(asSingleLine)
  const others = groupSignIns(
    lines.filter((line) => !isFirst(line)),
    t,
  )
  const days = [...Map.groupBy(others, ({ at }) => dayKeyOf(at)).values()]
  return [
    ...(first.length > 0 ? [{ about: 'needs-you' as const, lines: first }] : []),
    ...days.map((ofDay) => ({ about: ofDay[0]?.at ?? 0, lines: ofDay })),
  ]
}

/**
 * Joins the sign-ins of each day to one line, which is the last line of its day. Sign-ins are frequent and rarely need
 * an action, so they would hide other notices. `lines` are sorted newest first, and so is the result.
 */
export function groupSignIns(lines: readonly NoticeLine[], t: Translate): readonly NoticeListLine[] {
  const days = Map.groupBy(lines, ({ at }) => dayKeyOf(at))
  return [...days.values()].flatMap((ofDay) => {
    const others = ofDay.filter(({ isSignIn }) => !isSignIn).map(asSingleLine)
    const [newest, ...older] = ofDay.filter(({ isSignIn }) => isSignIn)
    if (!newest) return others
    return [...others, older.length === 0 ? asSingleLine(newest) : joinLines(newest, older, t)]
  })
}

function asSingleLine(line: NoticeLine): NoticeListLine {
  return { ...line, ids: [line.id] }
}

/** Joins the sign-ins of one day to one line. Its text names each browser only once. */
function joinLines(newest: NoticeLine, older: readonly NoticeLine[], t: Translate): NoticeListLine {
  const all = [newest, ...older]
  return {
    ...newest,
    ids: [newest.id, ...older.map(({ id }) => id)],
    subject: t('notices.sign-ins', { count: all.length }),
    text: [...new Set(all.map(({ text }) => text))].join(' '),
    isRead: all.every(({ isRead }) => isRead),
  }
}
