import { useSelector } from 'react-redux'
import { Navigate, useParams } from 'react-router'
import type { BrandSettings } from '#brands/brand.ts'
import type { OpenFile } from '#client/api.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { LockIcon } from '#client/icons/action-icons.tsx'
import { Note } from '#client/ui/note/note.tsx'
import { PageHeading } from '#client/ui/page-heading/page-heading.tsx'
import { applianceName } from '../appliance.ts'
import { selectAppliance, type WithAppliances } from '../appliances-state.ts'
import { OwnerExports } from './owner-exports.tsx'

export type DataExportPageProps = { openFile: OpenFile; brand: Pick<BrandSettings, 'supportMail'> }

/** An appliance's exports under the EU Data Act, for its owner alone. Specification 2.1 and 15.5. */
export function DataExportPage({ openFile, brand }: DataExportPageProps) {
  const { t } = useTexts()
  const { gatewayId = '' } = useParams()
  const appliance = useSelector((state: WithAppliances) => selectAppliance(state, gatewayId))
  // It was there when the page was entered; somebody removed it since.
  if (!appliance) return <Navigate to="/appliances" replace />
  const { credentials, service } = appliance
  const which = { name: applianceName(appliance, t), serial: credentials.serial }
  return (
    <>
      <PageHeading
        title={t('data-export.title')}
        lead={
          service.canEditContract ? t('data-export.lead', which) : `${which.name} · ${t('appliance.gateway-id', which)}`
        }
        back={{ href: '/appliances', label: t('shell.back-to-appliances') }}
      />
      {service.canEditContract ? (
        <OwnerExports key={gatewayId} applianceId={gatewayId} openFile={openFile} supportMail={brand.supportMail} />
      ) : (
        <Note icon={<LockIcon size={20} />}>{t('data-export.owner-only')}</Note>
      )}
    </>
  )
}
