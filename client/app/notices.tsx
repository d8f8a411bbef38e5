import { useSelector } from 'react-redux'
import { useLocation } from 'react-router'
import { selectOutage } from '#client/appliances/select.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { Button } from '#client/ui/button/button.tsx'
import { Callout } from '#client/ui/callout/callout.tsx'
import type { Interruptions } from './interruptions.ts'
import type { State } from './store.ts'

/** What stands between the person and a page that is true, and the way on. */
export function Notices({ interruptions }: { interruptions: Pick<Interruptions, 'readTerms' | 'loadAgain'> }) {
  const { t } = useTexts()
  const { pathname } = useLocation()
  const outage = useSelector(selectOutage)
  const isOutdated = useSelector((state: State) => state.version === 'outdated')
  const areTermsRefused = useSelector(({ terms, live }: State) => terms.isMissing || live.kind === 'terms-missing')
  const areTermsMissing = areTermsRefused && !pathname.endsWith('accept-tos')
  return (
    <>
      {outage && <Callout tone="warning">{t(`connection.${outage}`)}</Callout>}
      {isOutdated && (
        <Callout action={<Button onPress={interruptions.loadAgain}>{t('version.load-again')}</Button>}>
          {t('version.text')}
        </Callout>
      )}
      {areTermsMissing && (
        <Callout tone="warning" action={<Button onPress={interruptions.readTerms}>{t('terms.read')}</Button>}>
          {t('terms.missing')}
        </Callout>
      )}
    </>
  )
}
