import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { runWithDocumentedRefusals, UndocumentedRefusalError } from './documented-refusals.ts'
import { Refusal } from './refusals.ts'

const refusing = (kind: ConstructorParameters<typeof Refusal>[0]) => () => Promise.reject(new Refusal(kind))

test('a refusal in the contract is sent unchanged', async () => {
  await expect(runWithDocumentedRefusals(api.changeAddress, refusing('country-locked'))).rejects.toMatchObject({
    kind: 'country-locked',
  })
})

test('a refusal that is not in the contract is an internal error', async () => {
  await expect(runWithDocumentedRefusals(api.changeAddress, refusing('exports-open'))).rejects.toThrow(
    UndocumentedRefusalError,
  )
  await expect(runWithDocumentedRefusals(api.listConnections, refusing('not-owner'))).rejects.toThrow(
    /\/connections does not/u,
  )
})
