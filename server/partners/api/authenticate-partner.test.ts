import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { Refusal } from '#server/http/refusals.ts'
import { type PartnerAuthenticationDependencies, authenticatePartner } from './authenticate-partner.ts'

// Specification 27.5: the partner API accepts tokens of grants and tokens by client credentials.

const publicUrl = 'https://portal.example'

test.each([
  ['grant', ['grant', 'client']],
  ['client', ['client', 'grant']],
  ['any', ['client', 'grant']],
] as const)(
  'an unknown token is looked up once as each kind, first as the kind that the endpoint takes: %s',
  async (accepted, order) => {
    const lookups: string[] = []
    const kind = (name: string) => ({ find: async () => void lookups.push(name) })
    const provider = { AccessToken: kind('grant'), ClientCredentials: kind('client') }
    const dependencies = {
      authorization: async () => provider,
      clock: { now: () => 0 },
      audience: `${publicUrl}/partner/1`,
      publicUrl,
    } as unknown as PartnerAuthenticationDependencies
    const request = { headers: { authorization: 'Bearer unknown' } } as FastifyRequest
    await expect(authenticatePartner(dependencies, request, accepted)).rejects.toEqual(new Refusal('unauthenticated'))
    expect(lookups).toEqual(order)
  },
)
