import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { CallError } from '#client/api-call.ts'
import { renderPart } from '#test/client/render-part.tsx'
import { OneFieldForm } from './one-field-form.tsx'

const refusedPath = (path: string) => async (): Promise<never> => {
  const errors = [{ path, code: 'pattern' as const }]
  throw new CallError({ kind: 'refused', status: 422, code: 'invalid-request', errors, retryAfterS: null })
}

async function submitForm(schema: z.ZodMiniType, send: () => Promise<never>): Promise<void> {
  const { user } = await renderPart(
    <OneFieldForm
      label="Addresses"
      hint="One a line"
      initialValue="a"
      field="addresses"
      parse={(typed) => typed}
      schema={schema}
      send={send}
      onSent={() => undefined}
    />,
  )
  await user.click(screen.getByRole('button', { name: 'Save' }))
}

const addresses = z.object({ addresses: z.string() })

test('a refusal that names the field is shown at the field', async () => {
  await submitForm(addresses, refusedPath('addresses.0'))
  expect(await screen.findByText('Only letters, digits, spaces and the usual punctuation')).toBeVisible()
})

test('a refusal that names another path is shown as a sentence', async () => {
  await submitForm(addresses, refusedPath('owner'))
  expect(await screen.findByText('That did not work. Try again.')).toBeVisible()
})

test('a broken rule of another path is shown as a sentence', async () => {
  await submitForm(z.object({ owner: z.string() }), refusedPath('owner'))
  expect(await screen.findByText('That did not work. Try again.')).toBeVisible()
})
