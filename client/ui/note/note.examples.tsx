import { LockIcon } from '#client/icons/action-icons.tsx'
import type { Example } from '../example.ts'
import { Note } from './note.tsx'

export const examples: Example[] = [
  { name: 'words only', render: ({ t }) => <Note>{t('address.mandatory')}</Note> },
  { name: 'with icon', render: ({ t }) => <Note icon={<LockIcon size={20} />}>{t('appliance.locked')}</Note> },
]
