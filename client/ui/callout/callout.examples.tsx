import { Button } from '../button/button.tsx'
import type { Example } from '../example.ts'
import { Callout } from './callout.tsx'

const nothing = () => {}

export const examples: Example[] = [
  {
    name: 'info, can be closed',
    render: ({ t }) => (
      <Callout onClose={nothing} closeLabel={t('dialog.close')}>
        {t('invitation.text')}
      </Callout>
    ),
  },
  {
    name: 'warning with an action',
    render: ({ t }) => (
      <Callout tone="warning" title={t('provider.update.title')} action={<Button>{t('provider.update.now')}</Button>}>
        {t('provider.update.text')}
      </Callout>
    ),
  },
  { name: 'danger', render: ({ t }) => <Callout tone="danger">{t('toast.add-failed')}</Callout> },
  { name: 'ok', render: ({ t }) => <Callout tone="ok">{t('toast.added')}</Callout> },
]
