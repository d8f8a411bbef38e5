import * as oauth from 'openid-client'
import type { DemoOwner } from './demo-owner.ts'

type SharedByCode = { server: oauth.Configuration; device: oauth.DeviceAuthorizationResponse; shared: string[] }

/**
 * Requests data as a client with a device code (RFC 8628), and shares all appliances as the owner. `secret` is null
 * for a public client.
 */
export async function shareByDeviceCode(
  { portalUrl, owner }: { portalUrl: string; owner: DemoOwner },
  { id, secret }: { id: string; secret: string | null },
  asked: Record<string, string> = {},
): Promise<SharedByCode> {
  const auth = secret === null ? oauth.None() : oauth.ClientSecretBasic(secret)
  const server = await oauth.discovery(new URL(`${portalUrl}/oauth`), id, undefined, auth, {
    algorithm: 'oauth2',
    execute: [oauth.allowInsecureRequests],
  })
  const device = await oauth.initiateDeviceAuthorization(server, asked)
  const shared = await owner.share({ address: device.verification_uri, userCode: device.user_code })
  return { server, device, shared }
}
