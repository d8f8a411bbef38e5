import { beforeEach, expect, test, vi } from 'vitest'
import { recordLastPress, repeatLastPress } from './early-press.ts'

const view = `<button aria-label="More actions">⋮</button><button>Details</button><button>Details</button><details><summary>Show details</summary></details><p>All is well</p>`

beforeEach(() => {
  delete window.earlyPress
  document.body.innerHTML = `<div class="drawn" inert>${view}</div>`
  // jsdom has no layout. The elements are placed below each other, each 10 px high.
  const elements = [...document.querySelectorAll('.drawn :is(button, summary, p)')]
  for (const [index, element] of elements.entries())
    element.getBoundingClientRect = () => new DOMRect(0, index * 10, 100, 10)
})

recordLastPress(document)

function pressAt(y: number): void {
  document.body.dispatchEvent(new MouseEvent('click', { clientX: 50, clientY: y, bubbles: true }))
}

/** Replaces the drawn view by the app's view. Returns a list to which each pressed control adds its name and index. */
function startPage(): string[] {
  document.body.innerHTML = view
  const pressed: string[] = []
  for (const [index, control] of [...document.querySelectorAll('button, summary')].entries())
    control.addEventListener('click', () => pressed.push(`${control.textContent} ${index}`))
  repeatLastPress(document.body)
  repeatLastPress(document.body)
  return pressed
}

test('the last press on the drawn view is marked, and repeated once on the same control of the page', () => {
  pressAt(5)
  pressAt(25)
  expect([...document.querySelectorAll('[data-pressed]')].map(({ textContent }) => textContent)).toEqual(['Details'])
  expect(startPage()).toEqual(['Details 2'])
  expect(document.activeElement).toBe(document.querySelectorAll('button')[2])
})

test('a press on a native disclosure is repeated', () => {
  pressAt(35)
  expect(startPage()).toEqual(['Show details 3'])
})

test('a press on no control, or on a control that the page does not have, is not repeated', () => {
  pressAt(45)
  expect(startPage()).toEqual([])
  const pressed = vi.fn()
  window.earlyPress = { name: 'button,,Gone', index: 0 }
  document.body.addEventListener('click', pressed, { once: true })
  repeatLastPress(document.body)
  expect(pressed).not.toHaveBeenCalled()
})
