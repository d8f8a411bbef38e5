import { StickerPicture, type StickerField } from '#client/icons/sticker-picture.tsx'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { InfoTip } from '#client/ui/info-tip/info-tip.tsx'
import styles from './add-appliance.module.css'

export type StickerTipProps = { field: StickerField; children: string }

/** Where on the sticker a field's value stands, in words and as a picture. Specification 2.7. */
export function StickerTip({ field, children }: StickerTipProps) {
  const { t } = useTexts()
  const captions = {
    serial: t('add.sticker.serial'),
    accessCode: t('add.sticker.access-code'),
    password: t('add.sticker.password'),
  }
  return (
    <InfoTip label={t('add.where')}>
      <p className={styles.tip}>{children}</p>
      <StickerPicture highlight={field} label={t('add.sticker.picture')} captions={captions} />
    </InfoTip>
  )
}
