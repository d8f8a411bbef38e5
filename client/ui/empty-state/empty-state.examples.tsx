import { NoAppliancesPicture } from '#client/icons/no-appliances-picture.tsx'
import { NotFoundPicture } from '#client/icons/not-found-picture.tsx'
import { NothingFoundPicture } from '#client/icons/nothing-found-picture.tsx'
import { ErrorPicture, NoEntryPicture, SignInPicture } from '#client/icons/state-pictures.tsx'
import type { Example } from '../example.ts'
import { LinkButton } from '../link-button/link-button.tsx'
import { EmptyPart } from './empty-part.tsx'
import { EmptyState } from './empty-state.tsx'

export const examples: Example[] = [
  {
    name: 'no appliances',
    render: ({ t }) => (
      <EmptyState
        title={t('appliances.empty')}
        picture={<NoAppliancesPicture />}
        action={<LinkButton href="/appliances/add">{t('appliances.add')}</LinkButton>}
      >
        {t('appliances.empty-text')}
      </EmptyState>
    ),
  },
  {
    name: 'a part of a page',
    render: ({ t }) => <EmptyPart title={t('appliances.empty')}>{t('appliances.empty-text')}</EmptyPart>,
  },
  {
    name: 'nothing found',
    render: ({ t }) => (
      <EmptyState title={t('appliances.none-found')} picture={<NothingFoundPicture />}>
        {t('appliances.none-found-text')}
      </EmptyState>
    ),
  },
  {
    name: 'not found',
    render: ({ t }) => (
      <EmptyState
        code="404"
        title={t('not-found.title')}
        picture={<NotFoundPicture />}
        action={<LinkButton href="/">{t('not-found.home')}</LinkButton>}
      />
    ),
  },
  {
    name: 'error',
    render: ({ t }) => (
      <EmptyState
        code="500"
        title={t('error.title')}
        picture={<ErrorPicture />}
        action={<LinkButton href="/">{t('error.try-again')}</LinkButton>}
      >
        {t('error.text')}
      </EmptyState>
    ),
  },
  {
    name: 'unauthorized',
    render: ({ t }) => <EmptyState code="401" title={t('sign-in.unauthorized')} picture={<NoEntryPicture />} />,
  },
  {
    name: 'signing in',
    render: ({ t }) => <EmptyState title={t('sign-in.complete')} picture={<SignInPicture />} />,
  },
]
