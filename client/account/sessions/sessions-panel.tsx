import { useId, useState } from 'react'
import { accountApi } from '#contract/account-api.ts'
import type { ListedSession } from '#contract/sessions.ts'
import { useCallDependencies, useCallDispatch } from '#client/call-thunk.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { useMoments } from '#client/i18n/use-moments.ts'
import { ControlSubjectProvider } from '#client/interaction/control-subject.ts'
import { BrowserList, BrowserRow } from '#client/ui/browser-list/browser-list.tsx'
import { Button } from '#client/ui/button/button.tsx'
import { FailureCallout, FailureNote } from '#client/ui/callout/callout.tsx'
import { Panel } from '#client/ui/panel/panel.tsx'
import { CentredSpinner } from '#client/ui/spinner/spinner.tsx'
import { useLookup } from '#client/use-lookup.ts'
import text from '#client/styles/text.module.css'
import { endOtherSessions, endSessionByRef } from './session-calls.ts'

/**
 * `version` increases when the sessions may have changed. The panel then reads the sessions again. `onLogOut` signs
 * this browser out.
 */
export type SessionsPanelProps = { version: number; onLogOut(): Promise<unknown> }

/** Lists the browsers in which the person is signed in. Each has a button that ends its session. Specification 25.1. */
export function SessionsPanel({ version, onLogOut }: SessionsPanelProps) {
  const { t } = useTexts()
  const { call } = useCallDependencies()
  const [ends, setEnds] = useState(0)
  const { answer, latest, retry } = useLookup(`${version} ${ends}`, async () => call(accountApi.listSessions))

  return (
    <Panel>
      <h2 id="sessions">{t('sessions.title')}</h2>
      <p className={text.muted}>{t('sessions.lead')}</p>
      {answer.kind === 'failed' && <FailureCallout onRetry={retry}>{t('sessions.load-failed')}</FailureCallout>}
      {latest === null && answer.kind === 'loading' && <CentredSpinner label={t('sessions.loading')} />}
      {latest && <Sessions sessions={latest.items} onLogOut={onLogOut} onEnded={() => setEnds((count) => count + 1)} />}
    </Panel>
  )
}

type EndState = 'untouched' | 'done' | 'failed'

type SessionsProps = Pick<SessionsPanelProps, 'onLogOut'> & {
  sessions: readonly ListedSession[]
  onEnded(): void
}

function Sessions({ sessions, onLogOut, onEnded }: SessionsProps) {
  const { t } = useTexts()
  const dispatch = useCallDispatch()
  const [ending, setEnding] = useState<EndState>('untouched')

  async function end({ sessionRef, thisSession }: ListedSession): Promise<void> {
    if (thisSession) return void (await onLogOut())
    concluded(endSessionByRef.fulfilled.match(await dispatch(endSessionByRef(sessionRef))))
  }

  async function endOthers(): Promise<void> {
    concluded(endOtherSessions.fulfilled.match(await dispatch(endOtherSessions())))
  }

  function concluded(isDone: boolean): void {
    setEnding(isDone ? 'done' : 'failed')
    onEnded()
  }

  return (
    <>
      <FailureNote>{ending === 'failed' && t('sessions.failed')}</FailureNote>
      <BrowserList labelledBy="sessions">
        {sessions.map((session) => (
          <Row key={session.sessionRef} session={session} onEnd={async () => end(session)} />
        ))}
      </BrowserList>
      <p aria-live="polite" className={text.muted}>
        {ending === 'done' && t('sessions.done')}
      </p>
      {sessions.some(({ thisSession }) => !thisSession) && (
        <div>
          <Button variant="secondary" pendingLabel={t('sessions.pending')} onPress={endOthers}>
            {t('sessions.sign-out-others')}
          </Button>
        </div>
      )}
    </>
  )
}

function Row({ session, onEnd }: { session: ListedSession; onEnd(): Promise<void> }) {
  const { t } = useTexts()
  const { moment } = useMoments()
  const nameId = useId()
  const action = (
    <ControlSubjectProvider value={nameId}>
      <Button variant="quiet" pendingLabel={t('sessions.pending')} onPress={onEnd}>
        {t('sessions.sign-out')}
      </Button>
    </ControlSubjectProvider>
  )
  return (
    <BrowserRow
      name={useNameOf(session)}
      nameId={nameId}
      mark={session.thisSession && t('sessions.this')}
      times={t('sessions.times', { since: moment(session.signedInAt), used: moment(session.lastUsedAt) })}
      action={action}
    />
  )
}

/**
 * Returns the text that names a browser: 'Chrome on Linux', or only the browser or only the system if the other is
 * unknown.
 */
function useNameOf({ browser, system }: ListedSession): string {
  const { t } = useTexts()
  if (browser !== null && system !== null) return t('sessions.name', { browser, system })
  return browser ?? system ?? t('sessions.unknown')
}
