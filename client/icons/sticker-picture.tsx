import { useTexts } from '#client/i18n/text-provider.tsx'
import styles from './sticker-picture.module.css'

export type StickerField = 'serial' | 'accessCode' | 'password'

export type StickerPictureProps = {
  /** The highlighted field; null for none. */
  highlight: StickerField | null
  /** The typed values, in groups as on the sticker. A row without a typed value shows its sample. */
  typed?: Readonly<Record<StickerField, string>>
}

const rows = [
  { field: 'serial', caption: 'add.sticker.serial', y: 32, sample: '123 456 789' },
  { field: 'accessCode', caption: 'add.sticker.access-code', y: 78, sample: 'A1b2 C3d4 E5f6 G7h8' },
  { field: 'password', caption: 'add.sticker.password', y: 124, sample: 'warm-house' },
] as const

/** The number of characters that fit in a row. */
const maxShownCharacters = 19

/** Draws the sticker of a gateway with one of its three fields highlighted. Specification 2.7. */
export function StickerPicture({ highlight, typed }: StickerPictureProps) {
  const { t } = useTexts()
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> could not highlight a field
    <svg className={styles.sticker} viewBox="0 0 300 164" role="img" aria-label={t('add.sticker.picture')}>
      <rect className={styles.paper} x="2" y="2" width="296" height="160" rx="10" />
      <QrCode />
      {rows.map(({ field, caption, y, sample }) => (
        <Row
          key={field}
          y={y}
          caption={t(caption)}
          isMarked={field === highlight}
          isSample={typed !== undefined && typed[field] === ''}
          print={typed?.[field] || sample}
        />
      ))}
    </svg>
  )
}

type RowProps = { y: number; caption: string; print: string; isMarked: boolean; isSample: boolean }

function Row({ y, caption, print, isMarked, isSample }: RowProps) {
  return (
    <g>
      <rect className={isMarked ? styles.mark : styles.noMark} x="10" y={y - 19} width="204" height="42" rx="6" />
      <text className={styles.caption} x="20" y={y - 3}>
        {caption}
      </text>
      <text className={isSample ? styles.sample : styles.printed} x="20" y={y + 16}>
        {print.slice(0, maxShownCharacters)}
      </text>
    </g>
  )
}

/** A decorative QR code without content. */
function QrCode() {
  return (
    <g className={styles.print}>
      <path d="M228 24h22v22h-22zM262 24h22v22h-22zM228 58h22v22h-22z" fill="none" strokeWidth="5" />
      <path d="M236 32h6v6h-6zM270 32h6v6h-6zM236 66h6v6h-6zM260 58h6v6h-6zM272 58h12v6h-12zM260 70h6v12h-6zM270 70h6v6h-6zM280 74h6v8h-6zM254 28h4v8h-4zM254 42h4v6h-4zM226 50h8v4h-8zM240 50h4v4h-4zM262 50h8v4h-8zM278 50h8v4h-8z" />
      <path d="M228 112h56M228 124h40M228 136h48" fill="none" strokeWidth="3" opacity="0.35" />
    </g>
  )
}
