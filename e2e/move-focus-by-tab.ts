import { expect, type Page } from '@playwright/test'

const furthest = 30

type Target = {
  role: 'radio' | 'textbox' | 'searchbox' | 'checkbox' | 'combobox' | 'tab' | 'button' | 'spinbutton' | 'link'
  name: string | RegExp
  key?: 'Tab' | 'Shift+Tab'
}

/** Presses Tab, or `key` if it is set, until the target has the focus. */
export async function moveFocusByTab(page: Page, { role, name, key = 'Tab' }: Target): Promise<void> {
  const target = page.getByRole(role, { name, exact: true })
  for (let presses = 0; presses < furthest; presses += 1) {
    await page.keyboard.press(key)
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  await expect(target).toBeFocused()
}
