import { expect, type Page } from '@playwright/test'
import type { Language } from '#contract/languages.ts'
import { createAccountAtProvider, generateEmail } from './people.ts'
import { translatorOfLanguage } from './translator.ts'

/**
 * Creates an account at the identity provider and waits for the dialog with the terms. Both portal and provider use
 * the language of the browser. Returns the sign-in email.
 */
export async function signUpAsNewcomer(page: Page, path = '/', language: Language = 'en'): Promise<string> {
  const email = generateEmail('newcomer')
  await page.goto(path)
  await createAccountAtProvider(page, email, language)
  const words = translatorOfLanguage(language)
  await expect(page.getByRole('dialog', { name: words('terms.title') })).toBeVisible()
  return email
}

export function findTermsDialog(page: Page) {
  return page.getByRole('dialog', { name: 'Terms of Service' })
}

export async function chooseCountry(page: Page, label: string, country: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: country }).click()
}

/** Accepts the terms of Germany and waits for the account form. */
export async function acceptTermsInDialog(page: Page): Promise<void> {
  await chooseCountry(page, 'Country', 'Germany')
  await page.getByRole('checkbox', { name: 'I agree to the' }).check()
  await page.getByRole('button', { name: 'Start using' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Add account details' })).toBeVisible()
}
