import { Button } from '../button/button.tsx'
import type { Example } from '../example.ts'
import { Callout, FailureCallout } from './callout.tsx'

const nothing = () => {}

export const examples: Example[] = [
  {
    name: 'info, can be closed',
    render: ({ t }) => <Callout onClose={nothing}>{t('invitation.text')}</Callout>,
  },
  {
    name: 'warning with an action',
    render: ({ t }) => (
      <Callout tone="warning" title={t('provider.update.title')} action={<Button>{t('provider.update.now')}</Button>}>
        {t('provider.update.text')}
      </Callout>
    ),
  },
  { name: 'danger', render: ({ t }) => <FailureCallout onRetry={nothing}>{t('form.load-failed')}</FailureCallout> },
  { name: 'ok', render: ({ t }) => <Callout tone="ok">{t('toast.added')}</Callout> },
]
