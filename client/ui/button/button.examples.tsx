import { AddIcon } from '#client/icons/action-icons.tsx'
import type { Example } from '../example.ts'
import { Button } from './button.tsx'

export const examples: Example[] = [
  { name: 'primary', render: ({ t }) => <Button>{t('add.submit')}</Button> },
  {
    name: 'primary with icon',
    render: ({ t }) => <Button icon={<AddIcon size={20} />}>{t('appliances.add')}</Button>,
  },
  { name: 'secondary', render: ({ t }) => <Button variant="secondary">{t('dialog.cancel')}</Button> },
  { name: 'quiet', render: ({ t }) => <Button variant="quiet">{t('address.edit')}</Button> },
  { name: 'danger', render: ({ t }) => <Button variant="danger">{t('delete-appliance.confirm')}</Button> },
  {
    name: 'pending',
    render: ({ t }) => (
      <Button isPending pendingLabel={t('add.pending')}>
        {t('add.submit')}
      </Button>
    ),
  },
  { name: 'disabled', render: ({ t }) => <Button isDisabled>{t('terms.accept')}</Button> },
]
