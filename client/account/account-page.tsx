import { useState } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { LanguageMenu } from '#client/i18n/language-menu.tsx'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { LinkButton } from '#client/ui/link-button/link-button.tsx'
import { PageHeading } from '#client/ui/page-heading/page-heading.tsx'
import { Panel } from '#client/ui/panel/panel.tsx'
import { AccountDetailsForm } from './account-details-form.tsx'
import { AccountOverview } from './account-overview.tsx'
import styles from './account-page.module.css'
import { accountFormOpened, selectIsAccountFormOpen, selectUser } from './account-slice.ts'

export type AccountPageProps = { onLanguageFailed(error: unknown): void }

/** The account details, how the person signs in, and the language of the page. Specification 2.11 and 16.2. */
export function AccountPage({ onLanguageFailed }: AccountPageProps) {
  const { t } = useTexts()
  return (
    <>
      <PageHeading title={t('account.title')} />
      <div className={styles.panels}>
        <DetailsPanel />
        <SignInPanel />
        <Panel>
          <div>
            <LanguageMenu isLabelled onFailed={onLanguageFailed} />
          </div>
          <p className={styles.muted}>{t('account.language-hint')}</p>
        </Panel>
      </div>
    </>
  )
}

function DetailsPanel() {
  const { t } = useTexts()
  const user = useSelector(selectUser)
  const dispatch = useDispatch()
  const isEditing = useSelector(selectIsAccountFormOpen)
  // Whoever closed the form goes on from the button that opened it.
  const [hasEdited, setEdited] = useState(false)
  if (!user) return null

  function edit() {
    setEdited(true)
    dispatch(accountFormOpened())
  }

  return (
    <Panel>
      <h2>{t(isEditing ? 'account.edit.title' : 'account.details')}</h2>
      {isEditing ? (
        <AccountDetailsForm user={user} purpose="edit" />
      ) : (
        <AccountOverview user={user} hasFocus={hasEdited} onEdit={edit} />
      )}
    </Panel>
  )
}

function SignInPanel() {
  const { t, language } = useTexts()
  const user = useSelector(selectUser)
  return (
    <Panel>
      <h2>{t('account.sign-in')}</h2>
      <dl className={styles.list}>
        <div>
          <dt className={styles.muted}>{t('account.logged-in-with')}</dt>
          <dd className={styles.value}>{user?.email ?? '–'}</dd>
        </div>
      </dl>
      <div>
        <LinkButton variant="secondary" href={`/auth/profile?language=${language}`} reloads>
          {t('account.edit-profile')}
        </LinkButton>
      </div>
    </Panel>
  )
}
