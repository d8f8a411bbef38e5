import { parseDate } from '@internationalized/date'
import { type Ref, useImperativeHandle, useRef } from 'react'
import { Button } from 'react-aria-components/Button'
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
} from 'react-aria-components/Calendar'
import { DateInput, DatePicker, DateSegment } from 'react-aria-components/DatePicker'
import { Dialog } from 'react-aria-components/Dialog'
import { Group } from 'react-aria-components/Group'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Popover } from 'react-aria-components/Popover'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { ChevronIcon } from '#client/icons/action-icons.tsx'
import { CalendarIcon } from '#client/icons/late-icons.tsx'
import popover from '#client/styles/popover.module.css'
import field from '../field/field.module.css'
import { FieldFrame, type FieldTexts } from '../field/field.tsx'
import { useBlurAfterPress } from '../field/use-blur-after-press.ts'
import styles from './date-field.module.css'
import { toDayFirstLocale } from './day-first-locale.ts'

export type DateFieldProps = FieldTexts & {
  /** The date, `YYYY-MM-DD`; null while the date is incomplete. */
  value: string | null
  onChange: (value: string | null) => void
  onBlur?: (() => void) | undefined
  /** The first and the last selectable day, `YYYY-MM-DD`. */
  available: { first: string; last: string }
  ref?: Ref<{ focus(): void }> | undefined
}

/** A date, typed as d/m/Y or picked from a calendar. Specification 9. */
export function DateField({ ref, label, hint, error, info, value, available, ...props }: DateFieldProps) {
  const { locale } = useTexts()
  const blurAfterPress = useBlurAfterPress(props.onBlur)
  const input = useRef<HTMLDivElement>(null)
  useImperativeHandle(ref, () => ({
    focus: () => input.current?.querySelector<HTMLElement>('[role="spinbutton"]')?.focus(),
  }))
  return (
    <I18nProvider locale={toDayFirstLocale(locale)}>
      <DatePicker
        className={field.field ?? ''}
        value={value === null ? null : parseDate(value)}
        onChange={(day) => props.onChange(day === null ? null : day.toString())}
        onBlur={blurAfterPress}
        granularity="day"
        shouldForceLeadingZeros
        isInvalid={error !== undefined}
        validationBehavior="aria"
      >
        <FieldFrame label={label} hint={hint} error={error} info={info}>
          <Group className={`${field.input} ${styles.group}`}>
            <DateInput ref={input} className={styles.input ?? ''}>
              {(segment) => <DateSegment segment={segment} className={styles.segment ?? ''} />}
            </DateInput>
            <Button className={styles.open ?? ''}>
              <CalendarIcon size={22} />
            </Button>
          </Group>
        </FieldFrame>
        <Popover className={`${popover.popover} ${styles.popover}`}>
          <Dialog className={styles.dialog ?? ''}>
            <Days {...available} />
          </Dialog>
        </Popover>
      </DatePicker>
    </I18nProvider>
  )
}

function Days({ first, last }: DateFieldProps['available']) {
  return (
    <Calendar minValue={parseDate(first)} maxValue={parseDate(last)}>
      <header className={styles.month}>
        <Button slot="previous" className={`${styles.turn} ${styles.back}`}>
          <ChevronIcon />
        </Button>
        <CalendarHeading className={styles.monthName ?? ''} />
        <Button slot="next" className={`${styles.turn} ${styles.on}`}>
          <ChevronIcon />
        </Button>
      </header>
      <CalendarGrid className={styles.days ?? ''} weekdayStyle="short">
        <CalendarGridHeader>
          {(day) => <CalendarHeaderCell className={styles.weekday ?? ''}>{day}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>{(date) => <CalendarCell date={date} className={styles.day ?? ''} />}</CalendarGridBody>
      </CalendarGrid>
    </Calendar>
  )
}
