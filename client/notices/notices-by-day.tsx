import { formatTimeOfDay, useNow } from '#client/i18n/format.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { CheckIcon, InfoIcon } from '#client/icons/action-icons.tsx'
import { ErrorIcon, OfflineIcon, OnlineIcon, WarningIcon } from '#client/icons/status-icons.tsx'
import { ControlSubjectProvider } from '#client/interaction/control-subject.ts'
import { IconButton } from '#client/ui/icon-button/icon-button.tsx'
import { Link } from '#client/ui/link/link.tsx'
import { formatDayHeading } from './notice-days.ts'
import styles from './notices-by-day.module.css'
import { groupNotices, type NoticeListLine, type NoticeGroup } from './notice-groups.ts'
import type { NoticeLine } from './notice-words.ts'

export type NoticesByDayProps = {
  /** The notices to show, newest first. */
  lines: readonly NoticeLine[]
  /** The level of the headings of days. It is one below the surrounding heading. */
  headingLevel: 2 | 3
  onRead(ids: readonly string[]): void
  /** Called when the person has followed a link. */
  onFollowed?: (() => void) | undefined
}

const icons = { danger: ErrorIcon, warning: WarningIcon, offline: OfflineIcon, ok: OnlineIcon, info: InfoIcon }

/**
 * Lists the notices: first the unread notices that need an action of the person, then all others by day, newest first.
 * The line about sign-ins is the last of its day. Unread notices are highlighted.
 */
export function NoticesByDay({ lines: each, headingLevel, onRead, onFollowed }: NoticesByDayProps) {
  const { t, locale } = useTexts()
  const now = useNow()
  const Heading = `h${headingLevel}` as const
  const headingOf = ({ about }: NoticeGroup) =>
    about === 'needs-you' ? t('notices.needs-you') : formatDayHeading(about, now, { t, locale })
  return (
    <ul className={styles.list} aria-label={t('notices.title')}>
      {groupNotices(each, t).map((group) =>
        group.lines.map((line, index) => (
          <li key={line.id}>
            {index === 0 && <Heading className={styles.day}>{headingOf(group)}</Heading>}
            <Line line={line} onRead={() => onRead(line.ids)} onFollowed={onFollowed} />
          </li>
        )),
      )}
    </ul>
  )
}

type LineProps = { line: NoticeListLine; onRead(): void; onFollowed: (() => void) | undefined }

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
          <time dateTime={new Date(line.at).toISOString()}>{formatTimeOfDay(line.at, locale)}</time>
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
        <ControlSubjectProvider value={subjectId}>
          <IconButton label={t('notices.mark-read')} icon={<CheckIcon />} onPress={onRead} />
        </ControlSubjectProvider>
      )}
    </div>
  )
}
