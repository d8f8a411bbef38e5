import { type ReactNode, use, useCallback, useState } from 'react'
import { useSelector } from 'react-redux'
import type { ApplianceType } from '#contract/appliance.ts'
import { accessPath, dataExportPath } from '#contract/pages.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { formatMoment, useNow } from '#client/i18n/format.ts'
import type { Translate } from '#client/i18n/message-types.ts'
import { CommandQuestion } from '#client/command-question.tsx'
import { type Texts, useTexts } from '#client/i18n/text-provider.tsx'
import { AccountIcon, DeleteIcon, DownloadIcon, EditIcon } from '#client/icons/action-icons.tsx'
import { BoilerIcon, HeatingSystemIcon, HeatPumpIcon, HybridIcon } from '#client/icons/appliance-icons.tsx'
import { DraftStoreContext } from '#client/draft-store.ts'
import { Button } from '#client/ui/button/button.tsx'
import { Card } from '#client/ui/card/card.tsx'
import { useWasEverTrue } from '#client/ui/dialog/dialog.tsx'
import { useLazyComponent } from '#client/ui/loaded-part/use-lazy-component.ts'
import { MenuButton } from '#client/ui/menu/menu-button.tsx'
import { SerialInText } from '#client/ui/serial-number/serial-in-text.tsx'
import { StatusChip, statusTones } from '#client/ui/status-chip/status-chip.tsx'
import { deleteAppliance } from '../state/appliance-calls.ts'
import { type Appliance, applianceNameOf, formatGatewayId, numberedTitleOf } from '../state/appliance.ts'
import { type Freshness, selectFreshness, selectAreValuesOutdated } from '../state/freshness.ts'
import { AllWellPositionContext, useAllWellPosition } from './all-well-position.ts'
import styles from './status-sentence.module.css'

type WithAppliance = { appliance: Appliance }

export type ApplianceFrameProps = WithAppliance & { children: ReactNode; isFolded?: boolean }

/** Renders the frame of one appliance: title, chip, menu, Gateway ID and delete button. Specification 2.6. */
export function ApplianceFrame({ appliance, children, isFolded = false }: ApplianceFrameProps) {
  const { t } = useTexts()
  const { applianceType, applianceStatus } = appliance
  const isOld = useSelector(selectAreValuesOutdated)
  const allWell = useAllWellPosition(appliance)
  const [isDeleting, setDeleting] = useState(false)
  const [isLeaving, setLeaving] = useState(false)

  function ask(leaving: boolean): void {
    setLeaving(leaving)
    setDeleting(true)
  }

  return (
    <Card
      title={<ApplianceTitle appliance={appliance} />}
      tone={statusTones[applianceStatus]}
      isOld={isOld}
      isInLine={isFolded}
      icon={<ApplianceIcon type={applianceType} />}
      meta={<SerialInText serial={appliance.credentials.serial}>{formatGatewayId(appliance, t)}</SerialInText>}
      chip={
        <>
          <LiveChip appliance={appliance} />
          {!isFolded && allWell.isWell && allWell.lastSentence === '' && (
            <p className={styles.well}>{t('sentence.well')}</p>
          )}
        </>
      }
      actions={<ApplianceMenu appliance={appliance} onDelete={() => ask(isGuest(appliance))} />}
      foot={!isFolded && <DeleteButton onPress={() => ask(false)} />}
    >
      <AllWellPositionContext value={allWell}>{children}</AllWellPositionContext>
      <DeleteDialog {...{ appliance, isLeaving }} isOpen={isDeleting} onClose={() => setDeleting(false)} />
    </Card>
  )
}

/**
 * The title of a card: the person's name for the appliance, followed by the appliance's title in small letters. Without
 * a name, only the appliance's title. Specification 2.6.
 */
function ApplianceTitle({ appliance }: WithAppliance) {
  const { t } = useTexts()
  const title = numberedTitleOf(appliance, t)
  if (appliance.name === null) return <>{title}</>
  return (
    <>
      <bdi>{appliance.name}</bdi>
      <small>, {title}</small>
    </>
  )
}

function LiveChip({ appliance }: WithAppliance) {
  const { t, locale, timeZone } = useTexts()
  const freshness = useSelector(selectFreshness)
  const now = useNow()
  return (
    <StatusChip status={appliance.applianceStatus} isOld={freshness.kind === 'old'}>
      {formatStatusChipText({ appliance, freshness, now, locale, timeZone, t })}
    </StatusChip>
  )
}

type StatusWordsOptions = {
  appliance: Pick<Appliance, 'applianceStatus' | 'statusSince'>
  freshness: Freshness
  /** The present time in epoch ms. */
  now: number
  locale: string
  timeZone?: string | undefined
  t: Translate
}

/**
 * Returns the text of the chip: 'Working since 14:03', or 'Working · Last seen 14:05' for old data. If the status or
 * its time is unknown, only the status. Specification 14 and 16.4.
 */
export function formatStatusChipText({ appliance, freshness, now, locale, timeZone, t }: StatusWordsOptions): string {
  const { applianceStatus, statusSince } = appliance
  const status = t(`appliance.status.${applianceStatus}`)
  if (freshness.kind === 'old') {
    if (freshness.at === null) return status
    return `${status} · ${t('appliance.last-seen', { time: formatMoment(freshness.at, now, { locale, timeZone }) })}`
  }
  if (statusSince === null || applianceStatus === 'UNKNOWN') return status
  return t('appliance.status-since', { status, time: formatMoment(Date.parse(statusSince), now, { locale, timeZone }) })
}

/** The delete button at the foot of an open card. A folded card has this action only in its menu. */
function DeleteButton({ onPress }: { onPress(): void }) {
  const { t } = useTexts()
  return (
    <Button variant="muted" icon={<DeleteIcon size={18} />} isNamedAfterSubject onPress={onPress}>
      {t('appliance.delete')}
    </Button>
  )
}

/**
 * Whether the person is a co-owner or a viewer. For them, to delete an appliance means to leave it. Specification 13.6.
 */
function isGuest({ role }: Appliance): boolean {
  return role !== 'OWNER'
}

type ApplianceMenuProps = WithAppliance & { onDelete(): void }

function ApplianceMenu({ appliance, onDelete }: ApplianceMenuProps) {
  const { t, extend } = useTexts()
  const { id } = appliance
  const draftKey = `name ${id}`
  const drafts = use(DraftStoreContext)
  const [isRenaming, setRenaming] = useState(() => drafts.forms().includes(draftKey))
  const load = useCallback(() => loadRenameDialog(extend), [extend])
  const lazyComponent = useLazyComponent(load, useWasEverTrue(isRenaming), isRenaming)
  const dataExport = {
    id: 'data-export',
    label: t('appliance.data-export'),
    icon: <DownloadIcon />,
    href: dataExportPath(id),
  }
  const rename = {
    id: 'rename',
    label: t('appliance.rename'),
    icon: <EditIcon />,
    onAction: () => setRenaming(true),
  }
  const access = {
    id: 'access',
    label: t('access.title'),
    description: t('access.who'),
    icon: <AccountIcon />,
    href: accessPath(id),
  }
  const remove = {
    id: 'delete',
    label: t(isGuest(appliance) ? 'access.leave' : 'appliance.delete'),
    icon: <DeleteIcon />,
    isDangerous: true,
    onAction: onDelete,
  }
  return (
    <>
      <MenuButton label={t('appliance.actions')} items={[dataExport, access, rename, remove]} />
      {lazyComponent && (
        <lazyComponent.Component {...{ appliance, draftKey }} isOpen={isRenaming} onClose={() => setRenaming(false)} />
      )}
    </>
  )
}

async function loadRenameDialog(extend: Texts['extend']) {
  const { RenameDialog, loadCardTabTexts } = await import('../naming/rename-dialog.tsx')
  await extend(loadCardTabTexts)
  return RenameDialog
}

/** `isLeaving`: the dialog is for 'Leave'. For co-owners and viewers, leaving and deleting are the same call. */
type DeleteDialogProps = WithAppliance & { isLeaving: boolean; isOpen: boolean; onClose(): void }

/**
 * Asks for confirmation before the person deletes or leaves the appliance. Specification 2.13, "Delete appliance";
 * Specification 16.1 and 26.5.
 */
function DeleteDialog({ appliance, isLeaving, isOpen, onClose }: DeleteDialogProps) {
  const { t } = useTexts()
  const dispatch = useCallDispatch()
  return (
    <CommandQuestion
      isOpen={isOpen}
      title={t('dialog.warning')}
      heading={t(isLeaving ? 'access.leave' : 'delete-appliance.heading')}
      confirmLabel={t(isLeaving ? 'access.leave' : 'delete-appliance.confirm')}
      pendingLabel={t('delete-appliance.pending')}
      command={deleteAppliance}
      onConfirm={() => dispatch(deleteAppliance(appliance.id)).then(onClose)}
      onClose={onClose}
    >
      <p>
        <strong>{applianceNameOf(appliance, t)}</strong> ·{' '}
        <SerialInText serial={appliance.credentials.serial}>{formatGatewayId(appliance, t)}</SerialInText>
      </p>
      <p>{t('delete-appliance.text')}</p>
    </CommandQuestion>
  )
}

const icons = { BOILER: BoilerIcon, HP: HeatPumpIcon, HYBRID: HybridIcon, UNKNOWN: HeatingSystemIcon }

/** The icon of the appliance's type. Specification 2.6. */
function ApplianceIcon({ type }: { type: ApplianceType }) {
  const TypeIcon = icons[type]
  return <TypeIcon size={32} />
}
