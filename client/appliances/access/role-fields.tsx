import { type GrantableRole, grantableRoles } from '#contract/access-role.ts'
import { maxAccessYears } from '#contract/access.ts'
import { dayMs } from '#contract/durations.ts'
import { useNow } from '#client/i18n/format.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { DateField } from '#client/ui/date-field/date-field.tsx'
import { Select } from '#client/ui/select/select.tsx'
import { toLocalDay } from './access-words.ts'

/** `lastDay`: the last day of the access, `YYYY-MM-DD`; null if the access does not end. */
export type AccessDraft = { role: GrantableRole; lastDay: string | null }

export type RoleFieldsProps = { draft: AccessDraft; onChange(draft: AccessDraft): void }

/** Shows the fields for the role and the last day of an access. */
export function RoleFields({ draft, onChange }: RoleFieldsProps) {
  const { t } = useTexts()
  const now = useNow()
  const { role } = draft
  return (
    <>
      <Select
        label={t('access.role')}
        options={grantableRoles.map((value) => ({ value, label: t(`access.role.${value}`) }))}
        value={role}
        onChange={(chosenRole) =>
          onChange({ ...draft, role: grantableRoles.find((one) => one === chosenRole) ?? role })
        }
        isListInFlow
      />
      <p>{t(`access.role.${role}.text`)}</p>
      <DateField
        label={t('access.until')}
        hint={t('access.until.hint')}
        value={draft.lastDay}
        available={{ first: toLocalDay(now), last: toLocalDay(now + (maxAccessYears * 365 - 1) * dayMs) }}
        onChange={(lastDay) => onChange({ ...draft, lastDay })}
      />
    </>
  )
}
