import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { Refusal } from '#server/http/refusals.ts'
import { type PartnerAuthenticationDependencies, authenticatePartner } from './authenticate-partner.ts'

// Specification 27.5: the partner API accepts tokens of grants and tokens by client credentials.

const publicUrl = 'https://portal.example'

test.each(['client', 'any', undefined] as const)(
  'an unknown token is looked up once as each kind, if the endpoint takes %s',
  async (needed) => {
    const lookups: string[] = []
    const kind = (name: string) => ({ find: async (token: string) => void lookups.push(`${name} ${token}`) })
    const provider = { AccessToken: kind('of a grant'), ClientCredentials: kind('of a client') }
    const dependencies = {
      authorization: async () => provider,
      clock: { now: () => 0 },
      audience: `${publicUrl}/partner/1`,
      publicUrl,
    } as unknown as PartnerAuthenticationDependencies
    const request = { headers: { authorization: 'Bearer unknown' } } as FastifyRequest
    await expect(authenticatePartner(dependencies, request, needed)).rejects.toEqual(new Refusal('unauthenticated'))
    expect(lookups.toSorted()).toEqual(['of a client unknown', 'of a grant unknown'])
  },
)
