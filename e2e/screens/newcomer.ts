import { expect } from '@playwright/test'
import { openPath, type Screen } from './screen.ts'

/** The screens of a person who has just created an account at the identity provider. */
export const newcomerScreens: readonly Screen[] = [
  {
    name: 'the terms',
    async open({ page, words }) {
      await openPath(page, '/accept-tos')
      await expect(page.getByRole('dialog', { name: words('terms.title') })).toBeVisible()
      await expect(page.getByRole('checkbox')).toBeVisible()
    },
  },
  {
    name: 'the countries of the terms',
    async open({ page, words }) {
      await page.getByRole('combobox', { name: words('terms.country') }).click()
      await expect(page.getByRole('listbox')).toBeVisible()
    },
  },
  {
    name: 'the first account form',
    async open({ page, words }) {
      await page.getByRole('option').first().click()
      await page.getByRole('checkbox').check()
      await page.getByRole('button', { name: words('terms.start') }).click()
      await expect(page.getByRole('heading', { level: 1, name: words('account.add.title') })).toBeVisible()
      await expect(page.getByRole('textbox', { name: words('account.first-name'), exact: true })).toBeVisible()
    },
  },
  {
    name: 'the first account form with errors',
    async open({ page, words }) {
      await page.getByRole('button', { name: words('account.save') }).click()
      await expect(page.getByText(words('account.telephone.required'))).toBeVisible()
    },
  },
]
