import { expect, type Page } from '@playwright/test'
import type { Translator } from '../translator.ts'

/** A visit of a test to the portal: the page, and the texts in the language of the page. */
export type ScreenVisit = { page: Page; words: Translator }

/** A screen in one of its states. `open` brings the page into this state. */
export type Screen<V extends ScreenVisit = ScreenVisit> = { name: string; open(visit: V): Promise<void> }

export function createScreenOfPath(path: string): Screen {
  return { name: path, open: ({ page }) => openPath(page, path) }
}

/** Opens a path and waits until loading ends. Unsaved values of an earlier screen are discarded. */
export async function openPath(page: Page, path: string): Promise<void> {
  page.removeAllListeners('dialog')
  page.on('dialog', (question) => void question.accept())
  await page.goto(path)
  // The page's level-1 heading may be hidden. On the page of the terms, the dialog shows the heading.
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
  await expect(page.getByRole('heading').filter({ visible: true }).first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

/** Chooses an entry of the navigation. On a narrow page, first opens the navigation by its button. */
export async function chooseNavigationEntry(
  { page, words }: ScreenVisit,
  role: 'link' | 'button',
  name: string,
): Promise<void> {
  const menu = page.getByRole('button', { name: words('shell.menu'), exact: true })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole(role, { name, exact: true }).click()
}
