import type { UseFormReturn } from 'react-hook-form'
import type { ClaimForm } from '#contract/claim.ts'
import { BoundField } from '#client/form-fields.tsx'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { type StickerField, StickerPicture } from '#client/icons/sticker-picture.tsx'
import { CodeField } from '#client/ui/code-field/code-field.tsx'
import { serialNumberFormat } from '#client/ui/code-field/code-format.ts'
import { InfoTip } from '#client/ui/info-tip/info-tip.tsx'
import { PasswordField } from '#client/ui/password-field/password-field.tsx'
import styles from './add-appliance.module.css'
import { claimErrorMessage } from './claim-words.ts'

// The fields of a sticker's three values. Specification 2.7 and 5.2.

type ClaimFieldProps = { form: UseFormReturn<ClaimForm> }

export function SerialField({ form }: ClaimFieldProps) {
  const { t } = useTexts()
  return (
    <BoundField form={form} name="serialNumber" sentenceOf={claimErrorMessage}>
      {(field) => (
        <CodeField
          {...field}
          isRequired
          label={t('add.serial.label')}
          info={<StickerTip field="serial">{t('add.serial.info')}</StickerTip>}
          format={serialNumberFormat}
          inputMode="numeric"
        />
      )}
    </BoundField>
  )
}

export function AccessCodeField({ form }: ClaimFieldProps) {
  const { t } = useTexts()
  return (
    <BoundField form={form} name="accessCode" sentenceOf={claimErrorMessage}>
      {(field) => (
        <CodeField
          {...field}
          isRequired
          label={t('add.access-code.label')}
          info={<StickerTip field="accessCode">{t('add.access-code.info')}</StickerTip>}
        />
      )}
    </BoundField>
  )
}

export function UserPasswordField({ form }: ClaimFieldProps) {
  const { t } = useTexts()
  return (
    <BoundField form={form} name="userPassword" sentenceOf={claimErrorMessage}>
      {(field) => (
        <PasswordField
          {...field}
          isRequired
          label={t('add.password.label')}
          info={<StickerTip field="password">{t('add.password.info')}</StickerTip>}
          showLabel={t('add.password.show')}
          hideLabel={t('add.password.hide')}
        />
      )}
    </BoundField>
  )
}

/** Shows where the field's value is on the sticker, in words and as a picture. Specification 2.7. */
function StickerTip({ field, children }: { field: StickerField; children: string }) {
  const { t } = useTexts()
  return (
    <InfoTip label={t('add.where')}>
      <p className={styles.tip}>{children}</p>
      <StickerPicture highlight={field} />
    </InfoTip>
  )
}
