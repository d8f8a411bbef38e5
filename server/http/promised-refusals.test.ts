import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { refuseUnpromised, UnpromisedRefusalError } from './promised-refusals.ts'
import { Refusal } from './refusals.ts'

const refusing = (kind: ConstructorParameters<typeof Refusal>[0]) => () => Promise.reject(new Refusal(kind))

test('a refusal that the contract promises goes out as it is', async () => {
  await expect(refuseUnpromised(api.changeAddress, refusing('country-locked'))).rejects.toMatchObject({
    kind: 'country-locked',
  })
})

test('a refusal that the contract does not promise is a mistake of ours', async () => {
  await expect(refuseUnpromised(api.changeAddress, refusing('exports-open'))).rejects.toThrow(UnpromisedRefusalError)
  await expect(refuseUnpromised(api.listConnections, refusing('not-owner'))).rejects.toThrow(/\/connections does not/u)
})
