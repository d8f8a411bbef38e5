import { useState } from 'react'
import { useSelector } from 'react-redux'
import { DeleteIcon, DownloadIcon, LockIcon } from '#client/icons/action-icons.tsx'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { useNow } from '#client/i18n/use-now.ts'
import { Card } from '#client/ui/card/card.tsx'
import { IconButton } from '#client/ui/icon-button/icon-button.tsx'
import { MenuButton } from '#client/ui/menu/menu-button.tsx'
import { Note } from '#client/ui/note/note.tsx'
import { StatusChip } from '#client/ui/status-chip/status-chip.tsx'
import { toneOf } from '#client/ui/status-chip/status.ts'
import type { Appliance } from './appliance.ts'
import { ApplianceIcon } from './appliance-icon.tsx'
import { applianceName } from './appliance-name.ts'
import { ApplianceTabs } from './appliance-tabs.tsx'
import { DeleteApplianceDialog } from './delete-appliance-dialog.tsx'
import { ReadingsPanel } from './readings/readings-panel.tsx'
import { selectLastSeen, selectOutage } from './select.ts'
import { statusWords } from './status-words.ts'

export type ApplianceCardProps = { appliance: Appliance }

/** One appliance of the list. Specification 2.6. */
export function ApplianceCard({ appliance }: ApplianceCardProps) {
  const { t } = useTexts()
  const { applianceType, applianceStatus, credentials, service } = appliance
  const name = applianceName(appliance, t)
  const isOld = useSelector(selectOutage) !== null
  return (
    <Card
      title={name}
      tone={toneOf[applianceStatus]}
      isOld={isOld}
      icon={<ApplianceIcon type={applianceType} />}
      meta={t('appliance.gateway-id', { serial: credentials.serial })}
      chip={<LiveChip appliance={appliance} />}
      actions={
        <>
          <ApplianceMenu id={appliance.id} />
          <DeleteAction appliance={appliance} />
        </>
      }
    >
      <ReadingsPanel appliance={appliance} name={name} isOld={isOld} />
      {!service.canEditContract && <Note icon={<LockIcon size={20} />}>{t('appliance.locked')}</Note>}
      <ApplianceTabs appliance={appliance} />
    </Card>
  )
}

function LiveChip({ appliance }: { appliance: Appliance }) {
  const { t, locale } = useTexts()
  const lastSeen = useSelector(selectLastSeen)
  const now = useNow()
  return (
    <StatusChip status={appliance.applianceStatus}>{statusWords({ appliance, lastSeen, now, locale, t })}</StatusChip>
  )
}

function ApplianceMenu({ id }: { id: string }) {
  const { t } = useTexts()
  const dataExport = {
    id: 'data-export',
    label: t('appliance.data-export'),
    icon: <DownloadIcon />,
    href: `/appliances/${id}/data-export`,
  }
  return <MenuButton label={t('appliance.actions')} items={[dataExport]} />
}

function DeleteAction({ appliance }: ApplianceCardProps) {
  const { t } = useTexts()
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      <IconButton tone="danger" label={t('appliance.delete')} icon={<DeleteIcon />} onPress={() => setDeleting(true)} />
      <DeleteApplianceDialog appliance={appliance} isOpen={isDeleting} onClose={() => setDeleting(false)} />
    </>
  )
}
