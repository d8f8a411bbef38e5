import { formatInGroups, formatSerialNumber } from '#contract/format-codes.ts'

/** The format of a code. `show` formats a code for display; `read` returns the code of a displayed text. */
export type CodeFormat = { show: (code: string) => string; read: (text: string) => string }

/** An edit: the whole text of the field before and after the edit, and the caret position after the edit. */
export type TextEdit = { before: string; after: string; caret: number }

/** The text that the field shows, and the start and end of the selected part as indexes into it. */
type Selection = { text: string; start: number; end: number }

/** Returns the selected part of the code without separators, because other programs may reject separators. */
export function selectedCodeOf(format: CodeFormat, { text, start, end }: Selection): string {
  return format.read(text.slice(start, end))
}

/** Returns the code after the selection is cut, and the caret position in the displayed code. */
export function applyCut(format: CodeFormat, { text, start, end }: Selection): { code: string; caret: number } {
  return applyEdit(format, { before: text, after: text.slice(0, start) + text.slice(end), caret: start })
}

/** The format of a code in groups of four characters. Typed or pasted spaces and dashes are ignored. */
export const groupsOfFourFormat: CodeFormat = {
  show: inFours,
  read: (text) => text.replaceAll(/[\s-]/g, ''),
}

/**
 * The format of a serial number: digits in groups, as printed on the sticker. A serial number with other characters
 * stays unchanged: `cold-1` keeps its dash. Specification 13.5.
 */
export const serialNumberFormat: CodeFormat = {
  show: formatSerialNumber,
  read: (text) => (/^[\d\s-]+$/.test(text) ? groupsOfFourFormat.read(text) : text.replaceAll(/\s/g, '')),
}

/**
 * Returns the code after an edit, and the caret position in the displayed code. If the edit deletes only a separator,
 * also deletes the adjacent character, because `show` adds the separator again.
 */
export function applyEdit(format: CodeFormat, edit: TextEdit): { code: string; caret: number } {
  const code = format.read(edit.after)
  const caretCharacters = format.read(edit.after.slice(0, edit.caret)).length
  if (!takesOnlySeparator(format, edit)) return { code, caret: caretAfter(format, code, caretCharacters) }
  const at = Math.max(0, caretCharacters - 1)
  const shorter = code.slice(0, at) + code.slice(at + 1)
  return { code: shorter, caret: caretAfter(format, shorter, at) }
}

function takesOnlySeparator(format: CodeFormat, { before, after }: TextEdit): boolean {
  return after.length === before.length - 1 && format.read(after) === format.read(before)
}

function caretAfter(format: CodeFormat, code: string, characters: number): number {
  const shownText = format.show(code)
  const positions = Array.from({ length: shownText.length + 1 }, (_, position) => position)
  return (
    positions.findLast((position) => format.read(shownText.slice(0, position)).length <= characters) ?? shownText.length
  )
}

function inFours(code: string): string {
  return formatInGroups(4, code)
}
