import { expect, type Locator, type Page } from '@playwright/test'
import { moveFocusByTab } from './move-focus-by-tab.ts'

/** The input devices with which a person operates a page. */
export const inputDevices = ['keyboard', 'mouse', 'touch'] as const

export type InputDevice = (typeof inputDevices)[number]

/** The control to reach by keyboard. `key` moves the focus: Tab, or Shift+Tab for the other direction. */
type Control = Parameters<typeof moveFocusByTab>[1]

/** The actions of a person on a page, for one input device. A test runs the same steps with each device. */
export type InputActions = {
  press(control: Control): Promise<void>
  /**
   * Presses a control whose name is missing or not unique. With the keyboard, the test focuses the control directly,
   * without pressing Tab.
   */
  pressOn(target: Locator): Promise<void>
  type(name: string, text: string): Promise<void>
  tick(name: RegExp): Promise<void>
  /** Types into the search field `name`. */
  find(name: string, text: string): Promise<void>
  /** Opens the tab `name`, which follows the selected tab `selected`. */
  openTab(name: string, selected: string): Promise<void>
  /** Submits the focused form: by Enter with the keyboard, otherwise by its button. */
  send(button: string): Promise<void>
  /** Answers a dialog whose Cancel button has the focus. */
  answer(button: string): Promise<void>
}

export function createInputActions(hand: InputDevice, page: Page): InputActions {
  return hand === 'keyboard' ? byKeyboard(page) : byPointer(hand, page)
}

export function locateQuestion(page: Page): Locator {
  return page.getByRole('alertdialog')
}

function byKeyboard(page: Page): InputActions {
  const { keyboard } = page
  const pressOn = async (target: Locator) => {
    await target.focus()
    await keyboard.press('Enter')
  }
  return {
    async press(control) {
      await moveFocusByTab(page, control)
      await keyboard.press('Enter')
    },
    pressOn,
    async type(name, text) {
      await moveFocusByTab(page, { role: 'textbox', name })
      await keyboard.type(text)
    },
    async tick(name) {
      await moveFocusByTab(page, { role: 'checkbox', name })
      await keyboard.press('Space')
    },
    async find(name, text) {
      await moveFocusByTab(page, { role: 'searchbox', name })
      await keyboard.type(text)
    },
    async openTab(_, selected) {
      await moveFocusByTab(page, { role: 'tab', name: selected, key: 'Shift+Tab' })
      await keyboard.press('ArrowRight')
      await keyboard.press('Enter')
    },
    send: () => keyboard.press('Enter'),
    async answer(button) {
      await expect(cancelOf(page)).toBeFocused()
      await keyboard.press('Tab')
      await expect(locateQuestion(page).getByRole('button', { name: button })).toBeFocused()
      await keyboard.press('Enter')
    },
  }
}

function byPointer(hand: 'mouse' | 'touch', page: Page): InputActions {
  const point = (target: Locator) => (hand === 'mouse' ? target.click() : target.tap())
  let fields = 0
  // Points at alternating positions. Chromium takes two quick taps within 100 px for a double tap, which does not focus
  // a text field. After scrolling, the next field can be at the position of the last tap.
  async function pointInto(field: Locator): Promise<void> {
    fields += 1
    const position = { x: fields % 2 === 0 ? 40 : 240, y: 20 }
    return hand === 'mouse' ? field.click({ position }) : field.tap({ position })
  }
  async function typeInto(field: Locator, text: string): Promise<void> {
    await pointInto(field)
    // Waits for the focus, because Chromium moves it only after the tap. Keys that are pressed earlier would reach
    // the previous field.
    await expect(field).toBeFocused()
    await page.keyboard.type(text)
  }
  return {
    press: ({ role, name }) => point(page.getByRole(role, { name, exact: true })),
    pressOn: point,
    type: (name, text) => typeInto(page.getByRole('textbox', { name, exact: true }), text),
    tick: (name) => point(page.getByRole('checkbox', { name })),
    find: (name, text) => typeInto(page.getByRole('searchbox', { name }), text),
    openTab: (name) => point(page.getByRole('tab', { name })),
    send: (button) => point(page.getByRole('button', { name: button, exact: true })),
    async answer(button) {
      await expect(cancelOf(page)).toBeFocused()
      await point(locateQuestion(page).getByRole('button', { name: button }))
    },
  }
}

function cancelOf(page: Page): Locator {
  return locateQuestion(page).getByRole('button', { name: 'Cancel' })
}
