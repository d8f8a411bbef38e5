import type { ContractStatus } from '#contract/provider.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { CheckIcon, ClockIcon, CloseIcon } from '#client/icons/action-icons.tsx'
import { Chip, type ChipTone } from '#client/ui/chip/chip.tsx'

const tones: Readonly<Record<ContractStatus, ChipTone>> = { ACTIVE: 'ok', PENDING: 'warning', DECLINED: 'danger' }

const icons = { ACTIVE: CheckIcon, PENDING: ClockIcon, DECLINED: CloseIcon }

/** Shows the status of a contract as a badge. Specification 16.4. */
export function ContractBadge({ status }: { status: ContractStatus }) {
  const { t } = useTexts()
  const StatusIcon = icons[status]
  return (
    <span>
      <Chip tone={tones[status]} icon={<StatusIcon size={18} />}>
        {t(`contract.status.${status}`)}
      </Chip>
    </span>
  )
}
