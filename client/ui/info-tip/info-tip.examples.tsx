import { type StickerField, StickerPicture } from '#client/icons/sticker-picture.tsx'
import type { Example } from '../example.ts'
import { InfoTip } from './info-tip.tsx'

const fields: StickerField[] = ['serial', 'accessCode', 'password']

export const examples: Example[] = [
  {
    name: 'words only',
    frameHeight: 240,
    render: ({ t }) => <InfoTip label={t('add.where')}>{t('address.locked.provider')}</InfoTip>,
  },
  ...fields.map((field): Example => ({
    name: `sticker with ${field}`,
    render: () => (
      <div style={{ maxWidth: 320 }}>
        <StickerPicture highlight={field} />
      </div>
    ),
  })),
]
