import type { Translate } from '#client/i18n/text.ts'
import { dayOf } from './notice-days.ts'
import type { NoticeLine } from './notice-words.ts'

/** A line of the list. `ids`: the notices that it stands for. */
export type ListedLine = NoticeLine & { ids: readonly [string, ...string[]] }

/**
 * The lines of each day, newest first, and at the day's end its sign-ins as one line: they come often and seldom ask
 * anything of the owner, who would not find among them what does. `lines`: newest first.
 */
export function groupSignIns(lines: readonly NoticeLine[], t: Translate): readonly ListedLine[] {
  const days = Map.groupBy(lines, ({ at }) => dayOf(at))
  return [...days.values()].flatMap((ofDay) => {
    const others = ofDay.filter(({ isSignIn }) => !isSignIn).map(alone)
    const [newest, ...older] = ofDay.filter(({ isSignIn }) => isSignIn)
    if (!newest) return others
    return [...others, older.length === 0 ? alone(newest) : together(newest, older, t)]
  })
}

function alone(line: NoticeLine): ListedLine {
  return { ...line, ids: [line.id] }
}

/** Each browser is named once. */
function together(newest: NoticeLine, older: readonly NoticeLine[], t: Translate): ListedLine {
  const all = [newest, ...older]
  return {
    ...newest,
    ids: [newest.id, ...older.map(({ id }) => id)],
    subject: t('notices.sign-ins', { count: all.length }),
    text: [...new Set(all.map(({ text }) => text))].join(' '),
    isRead: all.every(({ isRead }) => isRead),
  }
}
