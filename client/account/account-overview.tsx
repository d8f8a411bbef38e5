import type { ReactNode } from 'react'
import type { User } from '#contract/account.ts'
import { diallingCodeOf, isPhoneCountry } from '#contract/phone.ts'
import { EditIcon } from '#client/icons/action-icons.tsx'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { Button } from '#client/ui/button/button.tsx'
import styles from './account-page.module.css'

export type AccountOverviewProps = {
  user: User
  /** Whether the button takes the focus. */
  hasFocus: boolean
  onEdit(): void
}

/** The details to read. Specification 2.11, "Overview". */
export function AccountOverview({ user, hasFocus, onEdit }: AccountOverviewProps) {
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
      <dt className={styles.muted}>{name}</dt>
      <dd className={styles.value}>{children ?? '–'}</dd>
    </div>
  )
}

/** The dialling code and the national number: `+49 15112345678`. */
function telephoneOf({ contactPhone, phoneCountryCode = '' }: User): string | undefined {
  if (contactPhone === undefined || !isPhoneCountry(phoneCountryCode)) return contactPhone
  return `${diallingCodeOf(phoneCountryCode)} ${contactPhone}`
}
