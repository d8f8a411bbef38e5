import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import * as z from 'zod/mini'
import { hashPassword, isPasswordCorrect } from './password.ts'
import * as store from './store.ts'
import type { Account, GivenAndFamilyName } from './store.ts'

export type { Account }
export type Credentials = { email: string; password: string }
export type FieldErrors = {
  email?: 'email-missing' | 'email-invalid' | 'email-taken'
  password?: 'password-short' | 'password-long'
  currentPassword?: 'current-wrong'
}

export const minPasswordLength = 8
// The maximum length of a password. A longer password would only take more time to hash.
export const maxPasswordLength = 256
export const maxAccountNameLength = 64
const emailAddress = z.email().check(z.maxLength(254))

/**
 * Ensures that an account with this verified email exists, and returns its `sub`. An existing account keeps its
 * password. Also creates the schema if it is missing, so that the function works before the provider's first start.
 */
export async function ensureAccount(pool: Pool, credentials: Credentials): Promise<string> {
  await store.createMissingTables(pool)
  const existingAccount = await store.findAccountByEmail(pool, credentials.email)
  if (existingAccount) {
    await store.markEmailVerified(pool, existingAccount.id)
    return existingAccount.id
  }
  const accountCreationOutcome = await createAccount(pool, { ...credentials, emailVerified: true })
  if (accountCreationOutcome.kind === 'created') return accountCreationOutcome.account.id
  // The account could not be created. Either another request has just created it, or the input is invalid.
  const racedAccount = await store.findAccountByEmail(pool, credentials.email)
  if (!racedAccount)
    throw new Error(
      `The account ${credentials.email} cannot be created: ${JSON.stringify(accountCreationOutcome.errors)}`,
    )
  return racedAccount.id
}

export type AccountCreationOutcome = { kind: 'created'; account: Account } | { kind: 'refused'; errors: FieldErrors }

const noNames: GivenAndFamilyName = { givenName: null, familyName: null }

/** The data of an account to create. `emailVerified` is false by default. */
export type NewAccount = Credentials & Partial<GivenAndFamilyName & Pick<Account, 'emailVerified'>>

export async function createAccount(
  pool: Pool,
  { email, password, ...more }: NewAccount,
): Promise<AccountCreationOutcome> {
  const errors = { ...emailErrors(email), ...newPasswordErrors(password) }
  if (Object.keys(errors).length > 0) return { kind: 'refused', errors }
  const own = { id: randomUUID(), email: email.trim(), passwordHash: await hashPassword(password) }
  const account = { emailVerified: false, ...noNames, ...more, ...own }
  if (await store.insertAccount(pool, account)) return { kind: 'created', account }
  return { kind: 'refused', errors: { email: 'email-taken' } }
}

/**
 * Finds the account with this email and password. Returns undefined if there is no such account. Takes the same time
 * for registered and unregistered emails.
 */
export async function findAccountByCredentials(pool: Pool, credentials: Credentials): Promise<Account | undefined> {
  const password = credentials.password.slice(0, maxPasswordLength)
  const account = await store.findAccountByEmail(pool, credentials.email.trim())
  if (!account) {
    await hashPassword(password)
    return undefined
  }
  return (await isPasswordCorrect(password, account.passwordHash)) ? account : undefined
}

export type ProfileChangeOutcome = { kind: 'changed' } | { kind: 'refused'; errors: FieldErrors }

export async function changeEmail(pool: Pool, account: Account, email: string): Promise<ProfileChangeOutcome> {
  const errors = emailErrors(email)
  if (errors.email) return { kind: 'refused', errors }
  if (await store.updateEmail(pool, account.id, email.trim())) return { kind: 'changed' }
  return { kind: 'refused', errors: { email: 'email-taken' } }
}

export type PasswordChange = { current: string; next: string }

export async function changePassword(
  pool: Pool,
  account: Account,
  { current, next }: PasswordChange,
): Promise<ProfileChangeOutcome> {
  const errors = newPasswordErrors(next)
  if (!(await isPasswordCorrect(current.slice(0, maxPasswordLength), account.passwordHash))) {
    return { kind: 'refused', errors: { ...errors, currentPassword: 'current-wrong' } }
  }
  if (errors.password) return { kind: 'refused', errors }
  await store.updatePasswordHash(pool, account.id, await hashPassword(next))
  return { kind: 'changed' }
}

/**
 * Converts a typed name: removes outer white space, and cuts it at the maximum length. Returns null for an empty
 * name.
 */
export function toAccountName(typedName: string): string | null {
  return typedName.trim().slice(0, maxAccountNameLength) || null
}

function emailErrors(email: string): FieldErrors {
  if (email.trim() === '') return { email: 'email-missing' }
  if (!emailAddress.safeParse(email.trim()).success) return { email: 'email-invalid' }
  return {}
}

function newPasswordErrors(password: string): FieldErrors {
  if (password.length < minPasswordLength) return { password: 'password-short' }
  if (password.length > maxPasswordLength) return { password: 'password-long' }
  return {}
}
