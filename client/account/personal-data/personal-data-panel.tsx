import { useEffect, useState } from 'react'
import { accountApi } from '#contract/account-api.ts'
import { personalDataPath } from '#contract/pages.ts'
import type { PersonalData } from '#contract/personal-data.ts'
import { type FileOpener, isRefusedWith } from '#client/api-call.ts'
import { useCallDependencies, useCallDispatch } from '#client/call-thunk.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { useMoments } from '#client/i18n/use-moments.ts'
import { useLinkTarget } from '#client/router/use-link-target.ts'
import { Button } from '#client/ui/button/button.tsx'
import { Callout, FailureCallout, FailureNote } from '#client/ui/callout/callout.tsx'
import { Panel } from '#client/ui/panel/panel.tsx'
import { CentredSpinner } from '#client/ui/spinner/spinner.tsx'
import { useAttempt } from '#client/use-attempt.ts'
import { useLookup } from '#client/use-lookup.ts'
import { FormerApplianceFiles } from './former-appliance-files.tsx'
import { requestPersonalData } from './personal-data-calls.ts'
import { DownloadButton } from './download-button.tsx'
import { splitPersonalDataFiles } from './split-personal-data-files.ts'

/** `version` increases when a file may have become ready. The panel then reads the list again. */
export type PersonalDataPanelProps = { version: number; openFile: FileOpener }

/**
 * The interval in ms between two reads of the list while a file is being prepared. Reads are necessary because the push
 * message about the end may be lost.
 */
const pollEveryMs = 5_000

/** Requests a file with all data about the person, and lists the files that can be saved. Specification 25.2. */
export function PersonalDataPanel({ version, openFile }: PersonalDataPanelProps) {
  const { t } = useTexts()
  const dispatch = useCallDispatch()
  const { call } = useCallDependencies()
  const [reads, setReads] = useState(0)
  const { failure, attempt } = useAttempt((refusal) =>
    isRefusedWith(refusal, 'too-many-requests') ? 'personal-data.too-many' : 'personal-data.failed',
  )
  const { answer, latest, retry } = useLookup(`${version} ${reads}`, async () => call(accountApi.listPersonalData))
  const { newest, ofAppliances } = splitPersonalDataFiles(latest?.items ?? [])
  const isOpen = newest?.state === 'NOT_READY'
  const heading = useLinkTarget<HTMLHeadingElement>(personalDataPath)
  useEffect(() => {
    if (!isOpen) return undefined
    const timer = setInterval(() => setReads((count) => count + 1), pollEveryMs)
    return () => clearInterval(timer)
  }, [isOpen])

  async function request(): Promise<void> {
    await attempt(dispatch(requestPersonalData()).unwrap())
    setReads((count) => count + 1)
  }

  return (
    <Panel>
      <h2 id="data" ref={heading} tabIndex={-1}>
        {t('personal-data.title')}
      </h2>
      <p>{t('personal-data.lead')}</p>
      {answer.kind === 'failed' && <FailureCallout onRetry={retry}>{t('personal-data.load-failed')}</FailureCallout>}
      <FailureNote>{failure && t(failure)}</FailureNote>
      {latest === null && answer.kind === 'loading' && <CentredSpinner label={t('data-export.loading')} />}
      {newest && <Newest request={newest} openFile={openFile} />}
      {ofAppliances.length > 0 && <FormerApplianceFiles files={ofAppliances} openFile={openFile} />}
      {!isOpen && (latest !== null || answer.kind === 'failed') && (
        <div>
          <Button variant="secondary" pendingLabel={t('data-export.pending')} onPress={request}>
            {t('personal-data.request')}
          </Button>
        </div>
      )}
    </Panel>
  )
}

type NewestProps = Pick<PersonalDataPanelProps, 'openFile'> & { request: PersonalData }

/** Shows the newest request for all data. Older requests are not shown, because their files contain only older data. */
function Newest({ request, openFile }: NewestProps) {
  const { t } = useTexts()
  const { moment } = useMoments()
  const { state, reason, createdAt } = request
  return (
    <div aria-live="polite">
      <p>{t('data-export.requested', { time: moment(createdAt) })}</p>
      {state === 'NOT_READY' && <CentredSpinner label={t('data-export.progress')} />}
      {state === 'EXPIRED' && <p>{t('data-export.expired')}</p>}
      {state === 'ERROR' && <Callout tone="danger">{t(`data-export.failure.${reason ?? 'failed'}`)}</Callout>}
      {state === 'READY' && <DownloadButton file={request} openFile={openFile} />}
    </div>
  )
}
