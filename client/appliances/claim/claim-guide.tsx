import { type ReactNode, useState } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import type { ClaimForm } from '#contract/claim.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import type { MessageId } from '#client/i18n/message-types.ts'
import { type StickerField, StickerPicture } from '#client/icons/sticker-picture.tsx'
import { groupsOfFourFormat, serialNumberFormat } from '#client/ui/code-field/code-format.ts'
import styles from './add-appliance.module.css'
import { AccessCodeField, SerialField, UserPasswordField } from './claim-fields.tsx'

/**
 * Shows the three fields, and a picture of the sticker that highlights the value of the focused field. Specification
 * 2.7.
 */
export function ClaimGuide({ form }: { form: UseFormReturn<ClaimForm> }) {
  const [lit, setLit] = useState<StickerField | null>(null)
  const light = (field: StickerField, children: ReactNode) => (
    // This element observes the focus of its children; it is not a control.
    <div onFocus={() => setLit(field)} onBlur={() => setLit(null)}>
      {children}
    </div>
  )
  return (
    <div className={styles.guide}>
      <div className={styles.parts}>
        <div className={styles.fields}>
          {light('serial', <SerialField form={form} />)}
          {light('accessCode', <AccessCodeField form={form} />)}
          {light('password', <UserPasswordField form={form} />)}
        </div>
        <Sticker form={form} lit={lit} />
      </div>
    </div>
  )
}

const captionOf = {
  serial: 'add.serial.info',
  accessCode: 'add.access-code.info',
  password: 'add.password.info',
} as const satisfies Record<StickerField, MessageId>

/** A picture of the sticker with the typed values, for comparison with the real sticker. */
function Sticker({ form, lit }: { form: UseFormReturn<ClaimForm>; lit: StickerField | null }) {
  const { t } = useTexts()
  const { serialNumber, accessCode, userPassword } = useWatch({ control: form.control })
  const typedValues = {
    serial: serialNumberFormat.show(serialNumber ?? ''),
    accessCode: groupsOfFourFormat.show(accessCode ?? ''),
    // Hides the password from onlookers.
    password: '•'.repeat(userPassword?.length ?? 0),
  }
  return (
    <figure className={styles.sticker}>
      <StickerPicture highlight={lit} typed={typedValues} />
      <figcaption>{t(lit ? captionOf[lit] : 'add.sticker.place')}</figcaption>
    </figure>
  )
}
