import { useNow } from '#client/i18n/format.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { CheckIcon, InfoIcon } from '#client/icons/action-icons.tsx'
import { ErrorIcon, OfflineIcon, OnlineIcon, WarningIcon } from '#client/icons/status-icons.tsx'
import { SubjectProvider } from '#client/interaction/subject.ts'
import { IconButton } from '#client/ui/icon-button/icon-button.tsx'
import { Link } from '#client/ui/link/link.tsx'
import { dayHeading, dayOf, timeOfDay } from './notice-days.ts'
import styles from './notices-by-day.module.css'
import { groupSignIns, type ListedLine } from './grouped-sign-ins.ts'
import type { NoticeLine } from './notice-words.ts'

export type NoticesByDayProps = {
  /** Newest first. */
  lines: readonly NoticeLine[]
  /** The level of the day headings: one below the surrounding heading. */
  headingLevel: 2 | 3
  onRead(ids: readonly string[]): void
  /** Called when a link was followed. */
  onFollowed?: (() => void) | undefined
}

const icons = { danger: ErrorIcon, warning: WarningIcon, offline: OfflineIcon, ok: OnlineIcon, info: InfoIcon }

/** The notices by day, newest first, with the sign-ins of a day as its last line. Unread notices are highlighted. */
export function NoticesByDay({ lines: each, headingLevel, onRead, onFollowed }: NoticesByDayProps) {
  const { t, locale } = useTexts()
  const now = useNow()
  const Heading = `h${headingLevel}` as const
  const lines = groupSignIns(each, t)
  const isFirstOfDay = (index: number) => {
    const [line, before] = [lines[index], lines[index - 1]]
    return line !== undefined && (before === undefined || dayOf(before.at) !== dayOf(line.at))
  }
  return (
    <ul className={styles.list} aria-label={t('notices.title')}>
      {lines.map((line, index) => (
        <li key={line.id}>
          {isFirstOfDay(index) && <Heading className={styles.day}>{dayHeading(line.at, now, { t, locale })}</Heading>}
          <Line line={line} onRead={() => onRead(line.ids)} onFollowed={onFollowed} />
        </li>
      ))}
    </ul>
  )
}

type LineProps = { line: ListedLine; onRead(): void; onFollowed: (() => void) | undefined }

function Line({ line, onRead, onFollowed }: LineProps) {
  const { t, locale } = useTexts()
  const { id, tone, about, subject, text, href, isRead } = line
  const ToneIcon = icons[tone]
  const subjectId = `notice-${id}`
  function follow() {
    if (!isRead) onRead()
    onFollowed?.()
  }
  return (
    <div className={[styles.notice, styles[tone], isRead ? styles.read : ''].join(' ')}>
      <ToneIcon />
      <div className={styles.words}>
        <p className={styles.meta}>
          {about !== null && <span className={styles.about}>{about}</span>}
          <time dateTime={new Date(line.at).toISOString()}>{timeOfDay(line.at, locale)}</time>
          {!isRead && <span className={styles.new}>{t('notices.new')}</span>}
        </p>
        <p id={subjectId} className={styles.subject}>
          {href === null ? (
            subject
          ) : (
            <Link href={href} className={styles.link} onPress={follow}>
              {subject}
            </Link>
          )}
        </p>
        {text !== '' && <p className={styles.text}>{text}</p>}
      </div>
      {!isRead && (
        <SubjectProvider value={subjectId}>
          <IconButton label={t('notices.mark-read')} icon={<CheckIcon />} onPress={onRead} />
        </SubjectProvider>
      )}
    </div>
  )
}
