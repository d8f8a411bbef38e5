import { useSelector } from 'react-redux'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { PageHeading } from '#client/ui/page-heading/page-heading.tsx'
import { Panel } from '#client/ui/panel/panel.tsx'
import { AccountDetailsForm } from './account-details-form.tsx'
import { selectUser } from './account-slice.ts'

/** Only the form, for those whose account is not complete yet. Specification 2.11. */
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
