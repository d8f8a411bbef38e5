import type { ExportState } from '#contract/data-export.ts'
import { CheckIcon, ClockIcon, DeleteIcon } from '#client/icons/action-icons.tsx'
import { ErrorIcon } from '#client/icons/status-icons.tsx'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { Chip, type ChipTone } from '#client/ui/chip/chip.tsx'

const tones: Readonly<Record<ExportState, ChipTone>> = {
  NOT_READY: 'brand',
  READY: 'ok',
  EXPIRED: 'idle',
  ERROR: 'danger',
}

const icons = { NOT_READY: ClockIcon, READY: CheckIcon, EXPIRED: DeleteIcon, ERROR: ErrorIcon }

/** The state of a request or a file in a word. Specification 16.4. */
export function ExportBadge({ state }: { state: ExportState }) {
  const { t } = useTexts()
  const StateIcon = icons[state]
  return (
    <Chip tone={tones[state]} icon={<StateIcon size={18} />}>
      {t(`data-export.state.${state}`)}
    </Chip>
  )
}
