import { expect, test } from 'vitest'
import {
  closedListbox,
  createTypeAhead,
  isCharacterKey,
  findListboxKeyEffect,
  type ListboxKeyPress,
  openListboxAt,
} from './listbox-keys.ts'

function press(input: Partial<ListboxKeyPress>) {
  return findListboxKeyEffect({ listing: closedListbox, key: 'Enter', altKey: false, count: 5, selected: 2, ...input })
}

test.each(['ArrowDown', 'ArrowUp', 'Enter', ' '])('%s opens the list at the value', (key) => {
  expect(press({ key })).toEqual({ listing: openListboxAt(2) })
  expect(press({ key, selected: -1 })).toEqual({ listing: openListboxAt(0) })
})

test('arrows move and stop at the ends', () => {
  expect(press({ listing: openListboxAt(2), key: 'ArrowDown' })).toEqual({ listing: openListboxAt(3) })
  expect(press({ listing: openListboxAt(4), key: 'ArrowDown' })).toEqual({ listing: openListboxAt(4) })
  expect(press({ listing: openListboxAt(0), key: 'ArrowUp' })).toEqual({ listing: openListboxAt(0) })
  expect(press({ listing: openListboxAt(2), key: 'End' })).toEqual({ listing: openListboxAt(4) })
})

test('Enter chooses, Escape leaves the value as it was', () => {
  expect(press({ listing: openListboxAt(3), key: 'Enter' })).toEqual({ listing: closedListbox, chosen: 3 })
  expect(press({ listing: openListboxAt(3), key: 'Escape' })).toEqual({ listing: closedListbox })
})

test('Tab chooses the active option, and other keys are not handled', () => {
  expect(press({ listing: openListboxAt(1), key: 'Tab' })).toEqual({ listing: closedListbox, chosen: 1 })
  expect(press({ key: 'Tab' })).toBeNull()
  expect(press({ key: 'Escape' })).toBeNull()
})

const names = ['Dänemark', 'Deutschland', 'Österreich', 'Polen']

test('a letter jumps to the next country that begins with it, accents aside', () => {
  const { jump } = createTypeAhead()
  expect(jump('d', { names, from: -1, at: 0 })).toBe(0)
  expect(jump('d', { names, from: 0, at: 100 })).toBe(1)
  expect(jump('d', { names, from: 1, at: 200 })).toBe(0)
  expect(jump('O', { names, from: 1, at: 5_000 })).toBe(2)
})

test('letters typed quickly form one word; letters after a pause start again', () => {
  const { jump } = createTypeAhead()
  expect(jump('d', { names, from: -1, at: 0 })).toBe(0)
  expect(jump('e', { names, from: 0, at: 100 })).toBe(1)
  expect(jump('p', { names, from: 1, at: 5_000 })).toBe(3)
  expect(jump('x', { names, from: 3, at: 10_000 })).toBe(-1)
})

test('a space continues a name within the time of a word, and does not choose', () => {
  const states = ['United Arab Emirates', 'United Kingdom', 'United States']
  const { jump, isTyping } = createTypeAhead()
  expect(isTyping(0)).toBe(false)
  let from = -1
  for (const [index, letter] of ['u', 'n', 'i', 't', 'e', 'd', ' ', 'k'].entries())
    from = jump(letter, { names: states, from, at: index * 100 })
  expect(states[from]).toBe('United Kingdom')
  expect(isTyping(1_000)).toBe(true)
  expect(isTyping(5_000)).toBe(false)
})

test('shortcuts do not count as letters', () => {
  const none = { ctrlKey: false, altKey: false, metaKey: false }
  expect(isCharacterKey('ö', none)).toBe(true)
  expect(isCharacterKey('a', { ...none, ctrlKey: true })).toBe(false)
  expect(isCharacterKey('Shift', none)).toBe(false)
})
