import { useTexts } from '#client/i18n/text-provider.tsx'
import { ConsentCheckbox, type ConsentFormControl } from '../consent-form.tsx'
import styles from './provider.module.css'

export type ConsentBlockProps = Pick<ConsentFormControl, 'control'> & {
  onChange?: ((isTicked: boolean) => void) | undefined
}

/** The consent text for a service provider. Specification 2.9 and 5. */
export function ConsentBlock({ control, onChange }: ConsentBlockProps) {
  const { t } = useTexts()
  return (
    <div className={styles.consent}>
      <h4>{t('provider.consent.title')}</h4>
      <p>{t('provider.consent.text')}</p>
      <ConsentCheckbox control={control} required="provider.consent.required" onChange={onChange}>
        {t('provider.consent.label')}
      </ConsentCheckbox>
    </div>
  )
}
