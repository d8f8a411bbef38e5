import { expect, type Page } from '@playwright/test'
import type { Words } from '../words.ts'

/** A look at the product: the page, and its words in the language it is in. */
export type Visit = { page: Page; words: Words }

/** A screen in one of its states, and how a person comes to it. */
export type Screen<V extends Visit = Visit> = { name: string; open(visit: V): Promise<void> }

export function at(path: string): Screen {
  return { name: path, open: ({ page }) => goTo(page, path) }
}

/** Goes to a path and waits until nothing is loading any more. What an earlier screen left in a form is given up. */
export async function goTo(page: Page, path: string): Promise<void> {
  page.removeAllListeners('dialog')
  page.on('dialog', (question) => void question.accept())
  await page.goto(path)
  // The terms show theirs as the title of a dialog.
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
  await expect(page.getByRole('heading').filter({ visible: true }).first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

/** Follows an entry of the navigation, which narrow pages keep behind a button. */
export async function choose({ page, words }: Visit, role: 'link' | 'button', name: string): Promise<void> {
  const menu = page.getByRole('button', { name: words('shell.menu'), exact: true })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole(role, { name, exact: true }).click()
}
