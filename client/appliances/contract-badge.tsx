import type { ContractStatus } from '#contract/provider.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { Chip, type ChipTone } from '#client/ui/chip/chip.tsx'

const tones: Readonly<Record<ContractStatus, ChipTone>> = { ACTIVE: 'ok', PENDING: 'warning', DECLINED: 'danger' }

/** How far a contract has come, in a word. Decisions 7. */
export function ContractBadge({ status }: { status: ContractStatus }) {
  const { t } = useTexts()
  return (
    <span>
      <Chip tone={tones[status]}>{t(`contract.status.${status}`)}</Chip>
    </span>
  )
}
