import { useMemo } from 'react'
import { adaptSpelling } from '#contract/adapt-spelling.ts'
import type { FaultDescription } from '#contract/faults.ts'
import type { Notice } from '#contract/notices.ts'
import { useCallDependencies } from '#client/call-thunk.ts'
import { useNow } from '#client/i18n/format.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { readFaults } from '#client/read-faults.ts'
import { useLookup } from '#client/use-lookup.ts'
import { findActionableNoticeIds } from './actionable-notices.ts'
import { faultCodesIn, toNoticeLine, type NoticeLine } from './notice-words.ts'

/** The cached faults, by language and code. A fault is null if the catalogue does not have it. */
const cached = new Map<string, FaultDescription | null>()

/** Converts notices to lines. Lines about faults get the titles of the fault catalogue when these are loaded. */
export function useNoticeLines(notices: readonly Notice[]): readonly NoticeLine[] {
  const { t, language, locale } = useTexts()
  const now = useNow()
  const { call } = useCallDependencies()
  const codes = faultCodesIn(notices).filter((code) => !cached.has(`${language} ${code}`))

  // After a failure, the codes are requested again only when others are missing or the component is mounted again.
  useLookup(codes.length === 0 ? null : `${language} ${codes.join()}`, async () => {
    const faults = await readFaults(call, codes, language)
    for (const code of codes) cached.set(`${language} ${code}`, faults.find((fault) => fault.code === code) ?? null)
  })

  return useMemo(() => {
    const titleOf = (code: string) => adaptSpelling(locale, cached.get(`${language} ${code}`)?.title ?? null)
    const emergencyCallOf = (code: string) => {
      const fault = cached.get(`${language} ${code}`)
      return fault === undefined ? undefined : adaptSpelling(locale, fault?.emergency ? fault.call : null)
    }
    const actionableNoticeIds = findActionableNoticeIds(notices)
    return notices.map((notice) => ({
      ...toNoticeLine(notice, { t, locale, now, titleOf, emergencyCallOf }),
      needsPerson: actionableNoticeIds.has(notice.id),
    }))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the cached faults are stored outside of the component
  }, [notices, t, language, locale, now, cached.size])
}
