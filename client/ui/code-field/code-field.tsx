import { type ChangeEvent, type ClipboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { Input } from 'react-aria-components/Input'
import styles from '../field/field.module.css'
import { TextFieldFrame, type TextFieldProps } from '../text-field/text-field.tsx'
import { applyEdit, type CodeFormat, groupsOfFourFormat, selectedCodeOf, applyCut } from './code-format.ts'

export type CodeFieldProps = Omit<TextFieldProps, 'type' | 'isCode'> & {
  /** The format of the code; default: `groupsOfFourFormat`. */
  format?: CodeFormat
}

/** A field for a code, shown in groups. `value`: the code without separators. */
export function CodeField({ format = groupsOfFourFormat, ref, value, onChange, ...field }: CodeFieldProps) {
  const input = useRef<HTMLInputElement | null>(null)
  const shownText = format.show(value)
  const setCaret = useCaret(input)

  function change(event: ChangeEvent<HTMLInputElement>) {
    const { value: after, selectionStart } = event.target
    const editedCode = applyEdit(format, {
      before: shownText,
      after,
      caret: selectionStart ?? after.length,
    })
    setCaret(editedCode.caret)
    onChange(editedCode.code)
  }

  /** Copies the code without the separators. They are only for display, and other programs may reject them. */
  function copy(event: ClipboardEvent<HTMLInputElement>, isCut: boolean) {
    const { selectionStart: start, selectionEnd: end } = event.currentTarget
    if (start === null || end === null || start === end) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', selectedCodeOf(format, { text: shownText, start, end }))
    if (!isCut) return
    const editedCode = applyCut(format, { text: shownText, start, end })
    setCaret(editedCode.caret)
    onChange(editedCode.code)
  }

  return (
    <TextFieldFrame {...field} isCode value={shownText} onChange={ignore}>
      <span className={styles.control}>
        <Input
          ref={(element) => {
            input.current = element
            return handOver(ref, element)
          }}
          className={[styles.input, styles.code].join(' ')}
          onChange={change}
          onCopy={(event) => copy(event, false)}
          onCut={(event) => copy(event, true)}
        />
      </span>
    </TextFieldFrame>
  )
}

/** Returns a function that sets the caret after the field shows the new text. */
function useCaret(input: RefObject<HTMLInputElement | null>): (caret: number) => void {
  const wantedCaret = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (wantedCaret.current === null) return
    input.current?.setSelectionRange(wantedCaret.current, wantedCaret.current)
    wantedCaret.current = null
  })
  return (caret) => {
    wantedCaret.current = caret
  }
}

function handOver(ref: CodeFieldProps['ref'], element: HTMLInputElement | null) {
  if (typeof ref === 'function') return ref(element)
  if (ref) ref.current = element
  return undefined
}

/** Ignores the change event of the field, because only that of the input element has the caret. */
function ignore(): void {}
