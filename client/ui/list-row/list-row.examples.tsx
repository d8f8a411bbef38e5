import rows from '#client/styles/rows.module.css'
import { Button } from '../button/button.tsx'
import type { Example } from '../example.ts'
import { ListRow } from './list-row.tsx'

export const examples: Example[] = [
  {
    name: 'two rows',
    render: ({ t }) => (
      <ul className={rows.list}>
        <ListRow name="Anna" isNameStrong actions={<Button variant="secondary">{t('dialog.cancel')}</Button>}>
          <p>{t('appliance.status.ONLINE')}</p>
        </ListRow>
        <ListRow name="Ben">
          <p>{t('appliance.status.OFFLINE')}</p>
        </ListRow>
      </ul>
    ),
  },
]
