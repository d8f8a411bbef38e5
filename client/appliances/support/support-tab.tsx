import type { Country } from '#contract/countries.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { FailureCallout } from '#client/ui/callout/callout.tsx'
import { LazyPart } from '#client/ui/loaded-part/lazy-part.tsx'
import { CentredSpinner } from '#client/ui/spinner/spinner.tsx'
import { useLookup } from '#client/use-lookup.ts'
import text from '#client/styles/text.module.css'
import { findSupportCompany } from '../state/appliance-calls.ts'
import { useCardSettings } from '../card-settings.tsx'
import type { Appliance } from '../state/appliance.ts'
import { NoAddressNote } from '../no-address-note.tsx'
import { ConnectedSupport } from './connected-support.tsx'
import { supportViewOf } from './support-view.ts'
import styles from './support.module.css'

export { loadCardTabTexts } from '#client/i18n/late-texts.ts'

export type SupportTabProps = { appliance: Appliance; onAddAddress(): void; onAddProvider(): void }

const loadForm = () => import('./support-form.tsx').then(({ SupportForm }) => SupportForm)

/**
 * The tab for customer support of a card: the connection, the form that requests it, or the reason why the person
 * cannot request it. Specification 2.10.
 */
export function SupportTab({ appliance, onAddAddress, onAddProvider }: SupportTabProps) {
  const { t } = useTexts()
  const { address, canEditContract } = appliance.service
  const dispatch = useCallDispatch()
  const country = (canEditContract && address?.country) || null
  const { answer, retry } = useLookup(country, async () => country && dispatch(findSupportCompany(country)).unwrap())
  const view = supportViewOf(appliance, answer)
  switch (view.kind) {
    case 'ask-owner':
      return <p className={text.muted}>{t('support.ask-owner')}</p>
    case 'no-address':
      return (
        <div className={styles.stack}>
          <NoAddressNote text="tab.support.no-address" onAddAddress={onAddAddress} />
        </div>
      )
    case 'loading':
      return <CentredSpinner label={t('support.loading')} />
    case 'failed':
      return <FailureCallout onRetry={retry}>{t('support.look-up-failed')}</FailureCallout>
    case 'none-here':
      return <NoSupportHere country={view.country} onAddProvider={onAddProvider} />
    case 'request':
      return <LazyPart load={loadForm} props={{ id: appliance.id, company: view.company, declined: view.declined }} />
    case 'connected':
      return <ConnectedSupport id={appliance.id} support={view.support} canWithdraw={view.canWithdraw} />
  }
}

export type NoSupportHereProps = { country: Country; onAddProvider(): void }

/**
 * Says that the appliance's country has no customer support, and names other companies that could help. Specification
 * 2.10.
 */
function NoSupportHere({ country, onAddProvider }: NoSupportHereProps) {
  const { t, language } = useTexts()
  const { brand } = useCardSettings()
  const countryName = new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country
  return (
    <div className={styles.stack}>
      <p>{t('support.none', { brand: brand.name, country: countryName })}</p>
      <p>
        <a
          href="/appliances"
          className={styles.link}
          onClick={(event) => {
            event.preventDefault()
            onAddProvider()
          }}
        >
          {t('support.add-provider')}
        </a>
      </p>
    </div>
  )
}
