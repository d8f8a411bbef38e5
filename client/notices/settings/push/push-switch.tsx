import { useEffect, useState } from 'react'
import { useCallDispatch } from '#client/call-thunk.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { Button } from '#client/ui/button/button.tsx'
import { Callout } from '#client/ui/callout/callout.tsx'
import styles from '../notice-settings.module.css'
import { PushBrowsers } from './push-browsers.tsx'
import { sendPushSubscription, deletePushSubscription } from './push-calls.ts'
import {
  findPushFunctions,
  type PushSwitchDependencies,
  type PushState,
  readPushState,
  switchPushOff,
  switchPushOn,
} from './push-subscription.ts'

/**
 * Shows the settings about push messages in this browser: their purpose, their state and the switch. Specification
 * 23.10.
 */
export function PushSwitch({ pushKey }: { pushKey: string }) {
  const dependencies = usePushSwitchDependencies(pushKey)
  const [state, setState] = useState<PushState | 'unknown'>('unknown')
  const [version, setVersion] = useState(0)
  useEffect(() => {
    let isWanted = true
    readPushState({ browser: findPushFunctions() }).then(
      (pushState) => isWanted && setState(pushState),
      () => isWanted && setState('failed'),
    )
    return () => {
      isWanted = false
    }
  }, [])
  if (state === 'unknown') return null

  async function change(turn: (dependencies: PushSwitchDependencies) => Promise<PushState>): Promise<void> {
    setState(await turn(dependencies))
    setVersion(version + 1)
  }

  return (
    <>
      <div className={styles.switch} aria-live="polite">
        <PushStateView state={state} onSwitch={change} />
      </div>
      <PushBrowsers version={version} onRemoveThis={async () => change(switchPushOff)} />
    </>
  )
}

function usePushSwitchDependencies(key: string): PushSwitchDependencies {
  const dispatch = useCallDispatch()
  return {
    browser: findPushFunctions(),
    key,
    add: async (keys) => dispatch(sendPushSubscription(keys)).unwrap(),
    remove: async (endpoint) => dispatch(deletePushSubscription(endpoint)).unwrap(),
  }
}

type PushStandingProps = {
  state: PushState
  onSwitch(turn: (dependencies: PushSwitchDependencies) => Promise<PushState>): Promise<void>
}

/** Shows the state of push messages as text, with the button that changes it, if there is one. */
export function PushStateView({ state, onSwitch }: PushStandingProps) {
  const { t } = useTexts()
  if (state === 'unsupported' || state === 'denied') return <p>{t(`push-switch.${state}`)}</p>
  if (state === 'on') {
    return (
      <>
        <p>{t('push-switch.on')}</p>
        <Button variant="secondary" onPress={async () => onSwitch(switchPushOff)}>
          {t('push-switch.turn-off')}
        </Button>
      </>
    )
  }
  return (
    <>
      <p>{t('push-switch.off')}</p>
      {state === 'failed' && <Callout tone="danger">{t('push-switch.failed')}</Callout>}
      <Button variant="secondary" onPress={async () => onSwitch(switchPushOn)}>
        {t('push-switch.turn-on')}
      </Button>
    </>
  )
}
