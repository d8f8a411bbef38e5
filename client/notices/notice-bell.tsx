import { useCallback, useRef, useState } from 'react'
import { useSelector } from 'react-redux'
import type { Notice } from '#contract/notices.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { useLazyComponent } from '#client/ui/loaded-part/use-lazy-component.ts'
import { VisuallyHidden } from '#client/ui/visually-hidden/visually-hidden.tsx'
import { BellButton } from './bell-button.tsx'
import { selectNotices } from './notices-slice.ts'

/**
 * The bell in the header: a button that opens the newest notices, and announcements of new notices. Specification 2.17.
 */
export function NoticeBell() {
  const notices = useSelector(selectNotices)
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isNear, setNear] = useState(false)
  const newest = useNewestNotices(isNear || isOpen, isOpen)
  const arrived = useArrived(notices.items)
  const arrivedNotice = useArrivedNotice(arrived !== null)
  return (
    <>
      <BellButton
        ref={trigger}
        unread={notices.unread}
        isOpen={isOpen}
        onPress={() => setOpen(true)}
        onNear={() => setNear(true)}
      />
      <VisuallyHidden>
        <span aria-live="polite">{arrived && arrivedNotice && <arrivedNotice.Component notice={arrived} />}</span>
      </VisuallyHidden>
      {newest && <newest.Component triggerRef={trigger} isOpen={isOpen} onOpenChange={setOpen} />}
    </>
  )
}

/** Loads the overlay of the newest notices and its texts when `isWanted` is true. */
function useNewestNotices(isWanted: boolean, isAwaited: boolean) {
  const addTexts = useNoticeTexts()
  const load = useCallback(async () => {
    const [{ NewestNotices }] = await Promise.all([import('./newest-notices.tsx'), addTexts()])
    return NewestNotices
  }, [addTexts])
  return useLazyComponent(load, isWanted, isAwaited)
}

/** Loads the component that announces an arrived notice when `isWanted` is true. */
function useArrivedNotice(isWanted: boolean) {
  const addTexts = useNoticeTexts()
  const load = useCallback(async () => {
    const [{ ArrivedNoticeAnnouncement }] = await Promise.all([import('./arrived-notice-announcement.tsx'), addTexts()])
    return ArrivedNoticeAnnouncement
  }, [addTexts])
  return useLazyComponent(load, isWanted)
}

function useNoticeTexts(): () => Promise<unknown> {
  const { extend } = useTexts()
  return useCallback(async () => {
    const { noticeTextLoaders } = await import('#client/i18n/notice-texts.ts')
    await Promise.all(noticeTextLoaders.map(extend))
  }, [extend])
}

/** Returns the newest notice if it arrived while the page was open and is unread; otherwise null. */
function useArrived(items: readonly Notice[] | null): Notice | null {
  const notice = items?.[0]
  /**
   * The id of the newest notice when the notices were first loaded. Null: there was no notice. Undefined: the notices
   * are not loaded yet.
   */
  const [first, setFirst] = useState<string | null | undefined>()
  if (items !== null && first === undefined) setFirst(notice?.id ?? null)
  if (!notice || notice.readAt !== null || first === undefined || first === notice.id) return null
  return notice
}
