import { programApi } from '#contract/program-api.ts'
import type { ApprovalRequest, ProgramRegistration } from '#contract/program-form.ts'
import type { PublicKeySet } from '#contract/client-public-keys.ts'
import type { PartnerProgram } from '#contract/programs.ts'
import { createCallThunk } from '#client/call-thunk.ts'

export const loadPrograms = createCallThunk<PartnerProgram[]>('developers/load', async (_, { call }) => {
  const { items } = await call(programApi.listPrograms)
  return items
})

/** `clientSecret` is null for clients without a secret: public clients, and clients that authenticate with keys. */
export type RegisteredProgram = { program: PartnerProgram; clientSecret: string | null }

export const sendProgramRegistration = createCallThunk<RegisteredProgram, ProgramRegistration>(
  'developers/register',
  async (body, { call }) => call(programApi.registerProgram, { body }),
)

export const changeRedirectUris = createCallThunk<PartnerProgram, { programId: string; redirectUris: string[] }>(
  'developers/redirect-uris',
  async ({ programId, redirectUris }, { call }) =>
    call(programApi.changeProgram, { params: { programId }, body: { redirectUris } }),
)

export const replaceProgramKeys = createCallThunk<PartnerProgram, { programId: string; jwks: PublicKeySet }>(
  'developers/keys',
  async ({ programId, jwks }, { call }) => call(programApi.replaceKeys, { params: { programId }, body: { jwks } }),
)

/** Replaces the secret of a program, and returns the new one. */
export const replaceProgramSecret = createCallThunk<string, string>(
  'developers/secret',
  async (programId, { call }) => {
    const { clientSecret } = await call(programApi.replaceSecret, { params: { programId } })
    return clientSecret
  },
)

export const requestProgramApproval = createCallThunk<PartnerProgram, { programId: string; company: ApprovalRequest }>(
  'developers/approval',
  async ({ programId, company }, { call }) =>
    call(programApi.requestApproval, { params: { programId }, body: company }),
)

export const endTestGrant = createCallThunk<null, { programId: string; grantId: string }>(
  'developers/end-test-grant',
  async (params, { call }) => {
    await call(programApi.endTestGrant, { params })
    return null
  },
)

export const removeProgram = createCallThunk<null, string>('developers/delete', async (programId, { call }) => {
  await call(programApi.deleteProgram, { params: { programId } })
  return null
})
