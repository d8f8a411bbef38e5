import { type ReactNode, useState } from 'react'
import { useSelector } from 'react-redux'
import type { BrandSettings } from '#brands/brand.ts'
import { newTakeoverPath } from '#contract/pages.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { NetworkBoxIcon, SquareControllerIcon, WideControllerIcon } from '#client/icons/gateway-icons.tsx'
import { StoreBadge } from '#client/icons/store-badge.tsx'
import { Callout } from '#client/ui/callout/callout.tsx'
import { Details } from '#client/ui/details/details.tsx'
import { FormActions } from '#client/ui/form/form.tsx'
import { Link } from '#client/ui/link/link.tsx'
import { PageHeading } from '#client/ui/page-heading/page-heading.tsx'
import { Panel } from '#client/ui/panel/panel.tsx'
import { RadioCards } from '#client/ui/radio-cards/radio-cards.tsx'
import { selectAppliancePresence } from '../state/appliances-state.ts'
import { AddApplianceForm, CancelAddButton, type GatewayChoice, gatewayChoices } from './add-appliance-form.tsx'
import styles from './add-appliance.module.css'

export { loadClaimTexts } from '#client/i18n/late-texts.ts'

/** The page on which a person adds an appliance. Specification 2.7. */
export function AddAppliancePage({ brand }: { brand: BrandSettings }) {
  const { t, language } = useTexts()
  // Keeps the value of the first render. A new value after the claim would change the page before the list appears.
  const [howMany] = useState(useSelector(selectAppliancePresence))
  const greeting = howMany === 'none' ? brand.greeting[language] : undefined
  const [choice, setChoice] = useState<GatewayChoice>(gatewayChoices[0])
  return (
    <>
      <PageHeading
        title={t('add.title')}
        lead={greeting}
        {...(howMany === 'some' && { back: backToList(t('shell.appliances')) })}
      />
      {howMany === 'none' && (
        <div className={styles.noAppliances}>
          <Callout>{t('add.no-appliances')}</Callout>
        </div>
      )}
      <Panel>
        <div className={styles.types}>
          <RadioCards
            label={t('add.type')}
            options={gatewayChoices.map(({ type, name }) => ({ value: type, label: name, picture: pictureOf[type] }))}
            value={choice.type}
            onChange={(type) => setChoice(gatewayChoices.find((each) => each.type === type) ?? choice)}
          />
          <WhichIsMine />
        </div>
        {/* The form stays mounted, and so keeps the typed values, while another type of gateway is selected. */}
        <div hidden={choice.type !== 'rrc1'}>
          <AddApplianceForm />
          <p className={styles.takeover}>
            <Link href={newTakeoverPath}>{t('add.takeover')}</Link>
          </p>
        </div>
        {choice.type !== 'rrc1' && <Redirect choice={choice} brand={brand} />}
      </Panel>
    </>
  )
}

const pictureOf = {
  rrc1: <SquareControllerIcon size={56} />,
  rrc2: <WideControllerIcon size={56} />,
  icom: <NetworkBoxIcon size={56} />,
} as const satisfies Record<GatewayChoice['type'], ReactNode>

/** Describes how to recognise each type of gateway. */
function WhichIsMine() {
  const { t } = useTexts()
  return (
    <Details label={t('add.which')}>
      <dl className={styles.which}>
        {gatewayChoices.map(({ type, name }) => (
          <div key={type}>
            <dt>{name}</dt>
            <dd>{t(`add.which.${type}`)}</dd>
          </div>
        ))}
      </dl>
    </Details>
  )
}

function backToList(label: string) {
  return { href: '/appliances', label }
}

function Redirect({ choice, brand }: { choice: GatewayChoice; brand: BrandSettings }) {
  return (
    <>
      <AppRedirect gatewayName={choice.name} brand={brand} />
      <FormActions>
        <CancelAddButton />
      </FormActions>
    </>
  )
}

export type AppRedirectProps = { gatewayName: string; brand: Pick<BrandSettings, 'name' | 'appStoreLinks'> }

/** Refers the person to the brand's app, which connects gateways of this kind. Specification 2.7. */
function AppRedirect({ gatewayName, brand: { name, appStoreLinks } }: AppRedirectProps) {
  const { t } = useTexts()
  return (
    <section className={styles.redirect}>
      <h2>{t('add.redirect.title', { type: gatewayName })}</h2>
      <p>{t('add.redirect.text', { type: gatewayName, brand: name })}</p>
      <div className={styles.badges}>
        <StoreBadge
          platform="ios"
          href={appStoreLinks.ios}
          lead={t('add.redirect.store')}
          name={t('add.redirect.ios')}
        />
        <StoreBadge
          platform="android"
          href={appStoreLinks.android}
          lead={t('add.redirect.store')}
          name={t('add.redirect.android')}
        />
      </div>
    </section>
  )
}
