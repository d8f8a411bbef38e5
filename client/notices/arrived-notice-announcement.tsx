import { useMemo } from 'react'
import type { Notice } from '#contract/notices.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { useNoticeLines } from './use-notice-lines.ts'

/** Announces a notice that arrived while the page was open, for screen readers. */
export function ArrivedNoticeAnnouncement({ notice }: { notice: Notice }) {
  const { t } = useTexts()
  const [line] = useNoticeLines(useMemo(() => [notice], [notice]))
  if (!line) return null
  // The text is in an element, because a translating browser would replace a bare text node.
  return <span>{t('notices.arrived', { title: [line.about, line.subject].filter(Boolean).join(': ') })}</span>
}
