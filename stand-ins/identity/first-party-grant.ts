import type { Grant, ProviderContext } from 'oidc-provider'

/** The scopes and the end of a grant. Scopes are separated by spaces. `expiresAtSeconds` in epoch seconds. */
export type FirstPartyGrant = {
  oidcScopes: string
  resource: string
  resourceScopes: string
  expiresAtSeconds: number
}

/**
 * Grants all scopes without asking the person, because the portal is a first-party client. Each browser session has one
 * grant. If a client sends a used refresh token again, the library revokes all tokens of the grant.
 */
export async function grantAllScopes(context: ProviderContext, firstPartyGrant: FirstPartyGrant): Promise<Grant> {
  const grant = await existingGrant(context)
  grant.addOIDCScope(firstPartyGrant.oidcScopes)
  grant.addResourceScope(firstPartyGrant.resource, firstPartyGrant.resourceScopes)
  grant.exp = firstPartyGrant.expiresAtSeconds
  await grant.save()
  return grant
}

async function existingGrant({ oidc }: ProviderContext): Promise<Grant> {
  const { provider, client, session, account, result } = oidc
  const id = result?.consent?.grantId ?? session.grantIdFor(client.clientId)
  const existing = id ? await provider.Grant.find(id) : undefined
  if (existing) return existing
  if (!account) throw new Error('A grant needs a signed-in account.')
  return new provider.Grant({ accountId: account.accountId, clientId: client.clientId })
}
