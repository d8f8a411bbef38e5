import { formatSerialNumber } from '#contract/format-codes.ts'
import { useState } from 'react'
import type { BrandSettings } from '#brands/brand.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { Checkbox } from '#client/ui/checkbox/checkbox.tsx'
import { LinkButton } from '#client/ui/link-button/link-button.tsx'
import { Select } from '#client/ui/select/select.tsx'
import styles from './help.module.css'
import { formatMailtoUrl } from './mailto-url.ts'

const noBreakSpace = '\u00A0'

/** An appliance, with the fields that the contact form shows and writes into the email. */
export type NamedAppliance = { id: string; name: string; serial: string }

export type ContactSectionProps = {
  brand: Pick<BrandSettings, 'name' | 'supportMail' | 'supportPhone'>
  /** The appliances of the signed-in person; empty if nobody is signed in. */
  appliances: readonly NamedAppliance[]
}

/**
 * Shows how to contact the brand by email and telephone. A person with appliances can add details of the appliance and
 * the browser to the email. Specification 2.16.
 */
export function ContactSection({ brand, appliances }: ContactSectionProps) {
  const { t } = useTexts()
  const [chosen, setChosen] = useState('')
  const [isWithFacts, setWithFacts] = useState(false)
  const appliance = appliances.find(({ id }) => id === chosen)
  const lines = [
    appliance && t('help.mail.appliance', { name: appliance.name }),
    isWithFacts && appliance && t('appliance.gateway-id', { serial: formatSerialNumber(appliance.serial) }),
    isWithFacts && t('help.mail.browser', { browser: navigator.userAgent }),
  ].filter((line) => line !== undefined && line !== false)
  const mail = formatMailtoUrl({ to: brand.supportMail, subject: t('help.mail.subject'), lines })
  return (
    <section className={styles.contact} aria-labelledby="help-contact">
      <h2 id="help-contact">{t('help.contact')}</h2>
      <p>{t('help.contact-lead')}</p>
      {appliances.length > 0 && (
        <>
          <Select
            label={t('help.appliance')}
            options={[
              { value: '', label: t('help.appliance.none') },
              ...appliances.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={chosen}
            onChange={setChosen}
          />
          <Checkbox value={isWithFacts} onChange={setWithFacts} description={t('help.browser-text')}>
            {t('help.browser')}
          </Checkbox>
        </>
      )}
      <div className={styles.ways}>
        <LinkButton href={mail}>{t('help.write')}</LinkButton>
        {brand.supportPhone !== null && (
          <LinkButton href={`tel:${brand.supportPhone.replaceAll(' ', '')}`} variant="secondary">
            {t('help.call', { number: brand.supportPhone })}
          </LinkButton>
        )}
      </div>
      <p className={styles.address}>
        {[brand.supportMail, brand.supportPhone?.replaceAll(' ', noBreakSpace)].filter(Boolean).join(' · ')}
      </p>
    </section>
  )
}
