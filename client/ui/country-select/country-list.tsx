import { useEffect, useRef } from 'react'
import styles from './country-select.module.css'
import type { CountryOption } from './country-select.tsx'
import { Flag } from './flag.tsx'

export type CountryListProps = {
  id: string
  labelId: string
  options: readonly CountryOption[]
  selected: number
  active: number
  onChoose: (index: number) => void
}

/** The open list; the focus stays on the box above it. */
export function CountryList({ id, labelId, options, selected, active, onChoose }: CountryListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Newer browsers answer with a promise, which an effect must not return.
    list.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <select> could not show flags
    <div ref={list} id={id} role="listbox" aria-labelledby={labelId} className={styles.list}>
      {options.map((option, index) => (
        <Option
          key={option.code}
          id={`${id}${index}`}
          option={option}
          isSelected={index === selected}
          isActive={index === active}
          onChoose={() => onChoose(index)}
        />
      ))}
    </div>
  )
}

type OptionProps = {
  id: string
  option: CountryOption
  isSelected: boolean
  isActive: boolean
  onChoose: () => void
}

function Option({ id, option, isSelected, isActive, onChoose }: OptionProps) {
  const item = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isActive) item.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    <button
      ref={item}
      id={id}
      type="button"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <option> could not show a flag
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      data-active={isActive || undefined}
      className={styles.option}
      // The focus stays on the box, so that leaving it is leaving the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <Flag country={option.code} />
      <span className={styles.name}>{option.name}</span>
      {option.diallingCode && <span className={styles.dialling}>{option.diallingCode}</span>}
    </button>
  )
}
