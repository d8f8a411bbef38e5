import { useState } from 'react'
import { noticeSettingsApi } from '#contract/notice-settings-api.ts'
import type { ListedPushBrowser } from '#contract/notice-settings.ts'
import { useCallDependencies, useCallDispatch } from '#client/call-thunk.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { useMoments } from '#client/i18n/use-moments.ts'
import { BrowserList, BrowserRow } from '#client/ui/browser-list/browser-list.tsx'
import { Button } from '#client/ui/button/button.tsx'
import { FailureCallout, FailureNote } from '#client/ui/callout/callout.tsx'
import { useLookup } from '#client/use-lookup.ts'
import { deletePushBrowser } from './push-calls.ts'

/**
 * `version` increases when another part of the page adds or removes a browser. `onRemoveThis` ends the push messages of
 * this browser.
 */
export type PushBrowsersProps = { version: number; onRemoveThis(): Promise<void> }

/**
 * Lists the browsers in which the person gets push messages. Each browser has a button that removes it. Specification
 * 23.11.
 */
export function PushBrowsers({ version, onRemoveThis }: PushBrowsersProps) {
  const { t } = useTexts()
  const dispatch = useCallDispatch()
  const { call } = useCallDependencies()
  const [removals, setRemovals] = useState(0)
  const [hasFailed, setFailed] = useState(false)
  const question = `${version} ${removals}`
  const { answer, retry } = useLookup(question, async () => call(noticeSettingsApi.listPushSubscriptions))
  const browsers = answer.kind === 'there' ? answer.value.items : []

  async function remove({ id, thisBrowser }: ListedPushBrowser): Promise<void> {
    setFailed(false)
    if (thisBrowser) await onRemoveThis()
    else setFailed(deletePushBrowser.rejected.match(await dispatch(deletePushBrowser(id))))
    setRemovals(removals + 1)
  }

  if (answer.kind === 'failed') return <FailureCallout onRetry={retry}>{t('push-browsers.load-failed')}</FailureCallout>
  if (browsers.length === 0) return null
  return (
    <>
      <h4 id="push-browsers">{t('push-browsers.title')}</h4>
      <FailureNote>{hasFailed && t('push-browsers.remove-failed')}</FailureNote>
      <BrowserList labelledBy="push-browsers">
        {browsers.map((browser) => (
          <Row key={browser.id} browser={browser} onRemove={async () => remove(browser)} />
        ))}
      </BrowserList>
    </>
  )
}

function Row({ browser, onRemove }: { browser: ListedPushBrowser; onRemove(): Promise<void> }) {
  const { t } = useTexts()
  const { moment } = useMoments()
  const name = useNameOf(browser)
  const action = (
    <Button variant="quiet" pendingLabel={t('push-browsers.removing')} onPress={onRemove}>
      {t('push-browsers.remove-one', { browser: name })}
    </Button>
  )
  return (
    <BrowserRow
      name={name}
      mark={browser.thisBrowser && t('push-browsers.this')}
      times={t('push-browsers.times', { added: moment(browser.createdAt), used: moment(browser.lastUsedAt) })}
      action={action}
    />
  )
}

/**
 * Returns the text that names a browser: 'Chrome on Linux', or only the browser or only the system if the other is
 * unknown.
 */
function useNameOf({ browser, system }: ListedPushBrowser): string {
  const { t } = useTexts()
  if (browser !== null && system !== null) return t('push-browsers.name', { browser, system })
  return browser ?? system ?? t('notice.new-browser.unknown')
}
