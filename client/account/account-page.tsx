import { type ReactNode, useState } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import type { User } from '#contract/account.ts'
import { formatPhoneNumber, isPhoneCountry } from '#contract/phone.ts'
import { LanguageMenu } from '#client/i18n/language-menu.tsx'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { EditIcon } from '#client/icons/action-icons.tsx'
import { Button } from '#client/ui/button/button.tsx'
import { LinkButton } from '#client/ui/link-button/link-button.tsx'
import { PageHeading } from '#client/ui/page-heading/page-heading.tsx'
import { Panel } from '#client/ui/panel/panel.tsx'
import text from '#client/styles/text.module.css'
import { AccountDetailsForm } from './account-details-form.tsx'
import styles from './account-page.module.css'
import { accountFormOpened, selectIsAccountFormOpen, selectUser } from './account-slice.ts'

export { loadAccountTexts } from '#client/i18n/late-texts.ts'

export type AccountPageProps = {
  onLanguageFailed(error: unknown): void
  /** The panel of the notice settings. The caller passes it, because it belongs to another feature. */
  noticeSettings: ReactNode
  /** The panels for sessions, personal data and deletion, which are loaded after the page. */
  ownAccount: ReactNode
}

/**
 * The account page: account details, sign-in data, language, notice settings, and the panels for sessions, personal
 * data and deletion. Specification 2.11 and 16.2.
 */
export function AccountPage({ onLanguageFailed, noticeSettings, ownAccount }: AccountPageProps) {
  const { t } = useTexts()
  return (
    <>
      <PageHeading title={t('account.title')} />
      <div className={styles.panels}>
        <DetailsPanel />
        <SignInPanel />
        <Panel>
          <h2>{t('account.language')}</h2>
          <div>
            <LanguageMenu onFailed={onLanguageFailed} />
          </div>
          <p className={text.small}>{t('account.language-hint')}</p>
        </Panel>
        {/* The following parts come last, because they load late and must not move the other parts. */}
        {noticeSettings}
        {ownAccount}
      </div>
    </>
  )
}

function DetailsPanel() {
  const { t } = useTexts()
  const user = useSelector(selectUser)
  const dispatch = useDispatch()
  const isEditing = useSelector(selectIsAccountFormOpen)
  // Whether the form was opened before. When the form closes, the button that opened it gets the focus.
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
          <dt className={text.small}>{t('account.logged-in-with')}</dt>
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

export type AccountOverviewProps = {
  user: User
  /** Whether the edit button gets the focus when it appears. */
  hasFocus: boolean
  onEdit(): void
}

/** Shows the account details as text, with a button to edit them. Specification 2.11, "Overview". */
function AccountOverview({ user, hasFocus, onEdit }: AccountOverviewProps) {
  const { t } = useTexts()
  return (
    <>
      <dl className={styles.list}>
        <Detail name={t('account.first-name')}>{user.firstName}</Detail>
        <Detail name={t('account.last-name')}>{user.lastName}</Detail>
        <Detail name={t('account.contact-email')}>{user.contactEmail}</Detail>
        <Detail name={t('account.telephone')}>{telephoneOf(user)}</Detail>
      </dl>
      <div>
        <Button variant="secondary" icon={<EditIcon size={20} />} autoFocus={hasFocus} onPress={onEdit}>
          {t('account.edit.title')}
        </Button>
      </div>
    </>
  )
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className={text.small}>{name}</dt>
      <dd className={styles.value}>{children ?? '–'}</dd>
    </div>
  )
}

/**
 * Formats the contact number with its dialling code, in groups: `+49 1511 2345678`. Returns the number unchanged if
 * its country is invalid, and undefined if there is no number.
 */
function telephoneOf({ contactPhone, phoneCountryCode = '' }: User): string | undefined {
  if (contactPhone === undefined || !isPhoneCountry(phoneCountryCode)) return contactPhone
  return formatPhoneNumber({ country: phoneCountryCode, number: contactPhone })
}

/** The page for a person whose account is not complete; it has only the form. Specification 2.11. */
export function AccountAddPage() {
  const { t } = useTexts()
  const user = useSelector(selectUser)
  return (
    <>
      <PageHeading title={t('account.add.title')} lead={t('account.add.lead')} />
      {user && (
        <Panel>
          <AccountDetailsForm user={user} purpose="add" />
        </Panel>
      )}
    </>
  )
}
