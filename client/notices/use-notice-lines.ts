import { useEffect, useMemo, useState } from 'react'
import { historyApi } from '#contract/history-api.ts'
import type { Language } from '#contract/languages.ts'
import type { Notice } from '#contract/notices.ts'
import { createCallThunk, useCallDispatch } from '#client/call-thunk.ts'
import { useNow } from '#client/i18n/format.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { adaptSpelling } from '#contract/adapt-spelling.ts'
import { findActionableNoticeIds } from './actionable-notices.ts'
import { faultCodesIn, toNoticeLine, type NoticeLine } from './notice-words.ts'

/** The maximum number of fault codes in one call of the API. */
const codesPerRequest = 20

type FaultSummaryQuery = { codes: readonly string[]; language: Language }

type FaultSummary = { title: string; emergencyCall: string | null }

const loadFaultSummaries = createCallThunk<[code: string, summary: FaultSummary][], FaultSummaryQuery>(
  'notices/fault-summaries',
  async ({ codes, language }, { call }) => {
    const { items } = await call(historyApi.listFaults, { query: { codes: codes.join(','), language } })
    return items.map((fault) => [
      fault.code,
      { title: fault.title, emergencyCall: fault.emergency ? fault.call : null },
    ])
  },
)

/** The cached summaries of faults, by language and code. A summary is null if the catalogue does not have the fault. */
const cached = new Map<string, FaultSummary | null>()

/** Converts notices to lines. Lines about faults get the titles of the fault catalogue when these are loaded. */
export function useNoticeLines(notices: readonly Notice[]): readonly NoticeLine[] {
  const { t, language, locale } = useTexts()
  const now = useNow()
  const dispatch = useCallDispatch()
  const [learned, setLearned] = useState(0)
  const unknown = faultCodesIn(notices).filter((code) => !cached.has(`${language} ${code}`))
  const codes = unknown.slice(0, codesPerRequest).join(',')

  useEffect(() => {
    if (codes === '') return undefined
    let isWanted = true
    const request = { codes: codes.split(','), language }
    const learn = async () => {
      const summaries = new Map(await dispatch(loadFaultSummaries(request)).unwrap())
      for (const code of request.codes) cached.set(`${language} ${code}`, summaries.get(code) ?? null)
      if (isWanted) setLearned((count) => count + 1)
    }
    // After a failure, these codes are not requested again until the list is shown again.
    learn().catch(() => undefined)
    return () => {
      isWanted = false
    }
  }, [codes, dispatch, language])

  return useMemo(() => {
    const titleOf = (code: string) => adaptSpelling(locale, cached.get(`${language} ${code}`)?.title ?? null)
    const emergencyCallOf = (code: string) => {
      const summary = cached.get(`${language} ${code}`)
      return summary === undefined ? undefined : adaptSpelling(locale, summary?.emergencyCall ?? null)
    }
    const actionableNoticeIds = findActionableNoticeIds(notices)
    return notices.map((notice) => ({
      ...toNoticeLine(notice, { t, locale, now, titleOf, emergencyCallOf }),
      needsPerson: actionableNoticeIds.has(notice.id),
    }))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the cached titles are stored outside of the component
  }, [notices, t, language, locale, now, learned])
}
