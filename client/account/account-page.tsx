import { useSelector } from 'react-redux'
import { LanguageMenu } from '#client/i18n/language-menu.tsx'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { LinkButton } from '#client/ui/link-button/link-button.tsx'
import { PageHeading } from '#client/ui/page-heading/page-heading.tsx'
import styles from './account-page.module.css'
import { selectUser } from './account-slice.ts'

export type AccountPageProps = { onLanguageFailed(error: unknown): void }

/** How the person signs in, and the language of the page. Specification 2.11, decisions 7. */
export function AccountPage({ onLanguageFailed }: AccountPageProps) {
  const { t } = useTexts()
  return (
    <>
      <PageHeading title={t('account.title')} />
      <div className={styles.panels}>
        <SignInPanel />
        <section className={styles.panel}>
          <LanguageMenu isLabelled onFailed={onLanguageFailed} />
          <p className={styles.muted}>{t('account.language-hint')}</p>
        </section>
      </div>
    </>
  )
}

function SignInPanel() {
  const { t } = useTexts()
  const user = useSelector(selectUser)
  return (
    <section className={styles.panel}>
      <h2>{t('account.sign-in')}</h2>
      <dl>
        <dt className={styles.muted}>{t('account.logged-in-with')}</dt>
        <dd className={styles.email}>{user?.email ?? '–'}</dd>
      </dl>
      <LinkButton variant="secondary" href="/auth/profile" reloads>
        {t('account.edit-profile')}
      </LinkButton>
    </section>
  )
}
