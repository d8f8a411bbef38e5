import { StickerPicture } from '#client/icons/sticker-picture.tsx'
import type { StickerField } from '#client/icons/sticker-picture.tsx'
import type { Example } from '../example.ts'
import { InfoTip } from './info-tip.tsx'

const fields: StickerField[] = ['serial', 'accessCode', 'password']
const captions = { serial: 'Serial number', accessCode: 'Access code', password: 'Password' }

export const examples: Example[] = [
  {
    name: 'words only',
    render: () => (
      <InfoTip label="About the country">To change the country, remove the service provider first.</InfoTip>
    ),
  },
  ...fields.map((field) => ({
    name: `sticker with ${field}`,
    render: () => (
      <div style={{ maxWidth: 320 }}>
        <StickerPicture highlight={field} label={`Sticker of the gateway: ${captions[field]}`} captions={captions} />
      </div>
    ),
  })),
]
