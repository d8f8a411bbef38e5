import { type ReactNode, useState } from 'react'
import type { ApplianceAccess, CreatedInvitation } from '#contract/access.ts'
import type { BrandSettings } from '#brands/brand.ts'
import { handoverPath } from '#contract/pages.ts'
import { ApplianceHeading, useApplianceOfPath } from '#client/appliances/appliance-page.tsx'
import type { Appliance } from '#client/appliances/state/appliance.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { AddIcon } from '#client/icons/action-icons.tsx'
import { RedirectOnRender } from '#client/router/redirect-on-render.tsx'
import { useNavigate } from '#client/router/router-context.ts'
import { useLoadedValue } from '#client/use-loaded-value.ts'
import rows from '#client/styles/rows.module.css'
import { Button } from '#client/ui/button/button.tsx'
import { FailureCallout } from '#client/ui/callout/callout.tsx'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { Panel } from '#client/ui/panel/panel.tsx'
import { CentredSpinner } from '#client/ui/spinner/spinner.tsx'
import layout from '#client/styles/layout.module.css'
import text from '#client/styles/text.module.css'
import styles from './access.module.css'
import { ActivityRegion } from './activity/activity-region.tsx'
import { readAccess } from './access-calls.ts'
import { CompanyAccessRow } from './company-access-row.tsx'
import { GrantRow } from './grant-row.tsx'
import { OpenHandoverPanel } from './handover/open-handover-panel.tsx'
import { InvitationLink } from './invitation-link.tsx'
import { InvitationRow } from './invitation-row.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { PersonAccessRow } from './person-access-row.tsx'
import { AskFirstCheckbox } from './ask-first-checkbox.tsx'
import { AccessRequestRow } from './access-request-row.tsx'
import { TakeoverRequest } from './takeover/takeover-request.tsx'

export { loadAccessTexts, loadSharingTexts } from '#client/i18n/late-texts.ts'

export type AccessPageProps = {
  /** Renders the receipts of an appliance's consents. */
  receipts(appliance: Appliance): ReactNode
  brand: Pick<BrandSettings, 'name'>
}

/** The page with the people, companies and clients that have access to an appliance. Specification 2.1 and 26.5. */
export function AccessPage({ receipts, brand }: AccessPageProps) {
  const { t } = useTexts()
  const appliance = useApplianceOfPath()
  // The route's guard has found the appliance. If the appliance is missing now, the person's access has ended.
  if (!appliance) return <RedirectOnRender to="/appliances" />
  return (
    <>
      <ApplianceHeading appliance={appliance} title={t('access.title')} />
      <div className={styles.regions}>
        <WhoCanSee key={appliance.id} appliance={appliance} brandName={brand.name} />
        {appliance.service.canEditContract && (
          <ActivityRegion key={`${appliance.id} activity`} appliance={appliance} brandName={brand.name} />
        )}
        {receipts(appliance)}
      </div>
    </>
  )
}

const headingId = 'who-can-see'

function WhoCanSee({ appliance, brandName }: { appliance: Appliance; brandName: string }) {
  const { t } = useTexts()
  const { value: access, hasFailed, load } = useLoadedValue(readAccess, appliance)
  const [isInviting, setInviting] = useState(false)
  const [link, setLink] = useState<CreatedInvitation | null>(null)
  const navigate = useNavigate()
  const { id, service, role } = appliance
  return (
    <section className={layout.stack} aria-labelledby={headingId}>
      {access?.takeover && <TakeoverRequest appliance={appliance} takeover={access.takeover} onChanged={load} />}
      <div className={styles.head}>
        <h2 id={headingId}>{t('access.who')}</h2>
        {service.canEditContract && (
          <Button variant="secondary" icon={<AddIcon size={20} />} onPress={() => setInviting(true)}>
            {t('access.invite')}
          </Button>
        )}
      </div>
      {hasFailed && <FailureCallout onRetry={load}>{t('access.load-failed')}</FailureCallout>}
      {access === null ? (
        !hasFailed && <CentredSpinner label={t('access.loading')} />
      ) : (
        <Panel>
          <Rows {...{ appliance, access, brandName }} onChanged={load} onReplaced={setLink} />
        </Panel>
      )}
      {role === 'OWNER' && access && <AskFirstCheckbox applianceId={id} askFirst={access.askFirst} onChanged={load} />}
      {access?.handover && (
        <Panel>
          <h3>{t('handover.title')}</h3>
          <OpenHandoverPanel
            applianceId={id}
            expiresAt={access.handover.expiresAt}
            link={null}
            mayCancel={role === 'OWNER'}
            onChanged={load}
          />
        </Panel>
      )}
      {role === 'OWNER' && access?.handover === null && (
        <div className={styles.handover}>
          <p className={text.small}>{t('handover.start.text')}</p>
          <Button variant="secondary" onPress={async () => navigate(handoverPath(id))}>
            {t('handover.start')}
          </Button>
        </div>
      )}
      <InviteDialog
        applianceId={id}
        isOpen={isInviting}
        canEmail={access?.canEmailLinks ?? false}
        onClose={() => setInviting(false)}
        onInvited={load}
      />
      <Dialog isOpen={link !== null} title={t('access.invitation')} staysOnBackdrop onClose={() => setLink(null)}>
        {link && <InvitationLink invitation={link} mailedTo={null} onClose={() => setLink(null)} />}
      </Dialog>
    </section>
  )
}

type RowsProps = {
  appliance: Appliance
  access: ApplianceAccess
  brandName: string
  onChanged(): Promise<void>
  onReplaced(invitation: CreatedInvitation): void
}

function Rows({
  appliance,
  access: { people, companies, grants, invitations, requests },
  brandName,
  onChanged,
  onReplaced,
}: RowsProps) {
  const mayManage = appliance.service.canEditContract
  const commonProps = { applianceId: appliance.id, mayManage, onChanged }
  return (
    <ul className={rows.list}>
      {people.map((person) => (
        <PersonAccessRow key={person.personRef} person={person} {...commonProps} />
      ))}
      {companies.map((company) => (
        <CompanyAccessRow
          key={company.companyType}
          applianceId={appliance.id}
          company={company}
          provider={appliance.service.provider}
          {...{ brandName, mayManage }}
        />
      ))}
      {grants.map((grant) => (
        <GrantRow key={grant.id} grant={grant} {...commonProps} />
      ))}
      {requests.map((request) => (
        <AccessRequestRow key={request.id} applianceId={appliance.id} request={request} onChanged={onChanged} />
      ))}
      {invitations.map((invitation) => (
        <InvitationRow key={invitation.id} invitation={invitation} {...commonProps} onReplaced={onReplaced} />
      ))}
    </ul>
  )
}
