import { type Control, Controller, type ControllerFieldState } from 'react-hook-form'
import type { ClaimForm } from '#contract/claim.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { type StickerField, StickerPicture } from '#client/icons/sticker-picture.tsx'
import { CodeField } from '#client/ui/code-field/code-field.tsx'
import { serialInFours } from '#client/ui/code-field/code-grouping.ts'
import { InfoTip } from '#client/ui/info-tip/info-tip.tsx'
import { PasswordField } from '#client/ui/password-field/password-field.tsx'
import styles from './add-appliance.module.css'
import { type ClaimField, claimSentence } from './claim-words.ts'

type FieldsProps = { control: Control<ClaimForm> }

/** The three values of a sticker. Specification 2.7 and 5.2. */
export function ClaimFields({ control }: FieldsProps) {
  return (
    <>
      <SerialField control={control} />
      <AccessCodeField control={control} />
      <UserPasswordField control={control} />
    </>
  )
}

function SerialField({ control }: FieldsProps) {
  const { t } = useTexts()
  const errorOf = useErrorOf('serialNumber')
  return (
    <Controller
      control={control}
      name="serialNumber"
      render={({ field, fieldState }) => (
        <CodeField
          {...field}
          isRequired
          label={t('add.serial.label')}
          info={<StickerTip field="serial">{t('add.serial.info')}</StickerTip>}
          format={serialInFours}
          inputMode="numeric"
          error={errorOf(fieldState)}
        />
      )}
    />
  )
}

function AccessCodeField({ control }: FieldsProps) {
  const { t } = useTexts()
  const errorOf = useErrorOf('accessCode')
  return (
    <Controller
      control={control}
      name="accessCode"
      render={({ field, fieldState }) => (
        <CodeField
          {...field}
          isRequired
          label={t('add.access-code.label')}
          info={<StickerTip field="accessCode">{t('add.access-code.info')}</StickerTip>}
          error={errorOf(fieldState)}
        />
      )}
    />
  )
}

function UserPasswordField({ control }: FieldsProps) {
  const { t } = useTexts()
  const errorOf = useErrorOf('userPassword')
  return (
    <Controller
      control={control}
      name="userPassword"
      render={({ field, fieldState }) => (
        <PasswordField
          {...field}
          isRequired
          label={t('add.password.label')}
          info={<StickerTip field="password">{t('add.password.info')}</StickerTip>}
          showLabel={t('add.password.show')}
          hideLabel={t('add.password.hide')}
          error={errorOf(fieldState)}
        />
      )}
    />
  )
}

/** The sentence under a field, from the rule it broke. */
function useErrorOf(name: ClaimField): (state: ControllerFieldState) => string | undefined {
  const { t } = useTexts()
  return ({ error }) => {
    const sentence = error?.message === undefined ? null : claimSentence(name, error.message)
    return sentence === null ? undefined : t(...sentence)
  }
}

export type StickerTipProps = { field: StickerField; children: string }

/** Where on the sticker a field's value stands, in words and as a picture. Specification 2.7. */
function StickerTip({ field, children }: StickerTipProps) {
  const { t } = useTexts()
  return (
    <InfoTip label={t('add.where')}>
      <p className={styles.tip}>{children}</p>
      <StickerPicture highlight={field} />
    </InfoTip>
  )
}
