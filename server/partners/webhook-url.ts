import { loopbackHosts } from '#contract/web-address.ts'
import { isPublicUrl } from '#server/http/public-host.ts'
import { type PartnerClient, isSandboxClient } from './partner-client.ts'

/** Whether an http or https URL names this machine. */
export function isLoopbackUrl(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  return (protocol === 'http:' || protocol === 'https:') && loopbackHosts.includes(hostname)
}

/**
 * Whether webhooks of a client may go to a URL: https on a public host. In the demo, a sandbox client may also use this
 * machine. Specification 27.7.
 */
export function isAllowedWebhookUrl(url: string, client: Pick<PartnerClient, 'state'>, isDemo: boolean): boolean {
  return isPublicUrl(url, null) || (isDemo && isSandboxClient(client) && isLoopbackUrl(url))
}
