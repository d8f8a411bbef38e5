import { isIP } from 'node:net'
import type { Config } from './config.ts'
import { parseDatabaseHosts } from './database/host-selector.ts'
import { createTrustedProxyCheck } from './http/client-address.ts'

/**
 * The minimum number of different bytes in a key of 32 bytes. A key with fewer is not random: random bytes have so few
 * only with a probability below 10^-16.
 */
const minDifferentBytes = 16

/**
 * Returns warnings about settings that are unsafe outside the demo: keys that are not random, and connections that
 * other people on the network can read. Each warning is one sentence with the name of the setting. No warning contains
 * a secret. Specification 19.61.
 */
export function findProductionWarnings(config: Config): string[] {
  return [
    ...keyWarnings(config),
    ...pageWarnings(config),
    ...databaseWarnings(config),
    ...(config.mail === null ? [] : mailWarnings(config.mail.url)),
    ...(config.nats === null ? [] : busWarnings(config.nats)),
  ]
}

function keyWarnings({ sessionKey, registryKey }: Config): string[] {
  return Object.entries({ SESSION_KEY: sessionKey, REGISTRY_KEY: registryKey })
    .filter(([, key]) => new Set(key).size < minDifferentBytes)
    .map(([name]) => `${name} is not random; make one with "openssl rand -base64 32"`)
}

function pageWarnings({ publicUrl, oidc, policiesUrl }: Config): string[] {
  const warnings: string[] = []
  if (isPlain(publicUrl)) warnings.push('PUBLIC_URL is an http address; people sign in over it, so it must be https')
  if (isPlain(oidc.issuer)) warnings.push('OIDC_ISSUER is an http address; tokens travel over it, so it must be https')
  if (isPlain(policiesUrl) && !isLocal(new URL(policiesUrl).hostname))
    warnings.push('POLICIES_URL is an http address of another machine; what it answers can be changed on the way')
  return warnings
}

function isPlain(url: string): boolean {
  return new URL(url).protocol === 'http:'
}

function databaseWarnings({ databaseAddress, sessionAddress }: Config): string[] {
  const urls = new Map([databaseAddress, sessionAddress].map(({ setting, url }) => [setting, url]))
  return [...urls].flatMap(([setting, url]) => {
    const hosts = (parseDatabaseHosts(url)?.urls ?? [url]).filter(isUnencrypted).map((one) => new URL(one).host)
    if (hosts.length === 0) return []
    return [`${setting} connects to ${hosts.join(', ')} without TLS; add sslmode=verify-full`]
  })
}

function isUnencrypted(url: string): boolean {
  const { hostname, searchParams } = new URL(url)
  const isSocket = hostname === '' || hostname.startsWith('%2F')
  if (isSocket || isLocal(hostname)) return false
  const mode = searchParams.get('sslmode') ?? (searchParams.get('ssl') === 'true' ? 'require' : 'disable')
  return mode === 'disable'
}

function mailWarnings(url: string): string[] {
  const { protocol, hostname, host, username } = new URL(url)
  // With a user name, the email sender requires TLS. So no warning is needed.
  if (protocol === 'smtps:' || username !== '' || isLocal(hostname)) return []
  return [`SMTP_URL sends emails to ${host} without requiring TLS; write smtps://`]
}

function busWarnings({ address, caFile }: NonNullable<Config['nats']>): string[] {
  if (address.mustEncrypt || caFile !== null) return []
  const others = address.hosts.filter((host) => !isLocal(new URL(`nats://${host}`).hostname))
  return others.length === 0 ? [] : [`BUS_URL connects to ${others.join(', ')} without TLS; write tls://`]
}

const isLoopback = createTrustedProxyCheck(['loopback'])

function isLocal(hostname: string): boolean {
  const address = hostname.replaceAll(/^\[|\]$/gu, '')
  return isIP(address) === 0 ? address === 'localhost' : isLoopback(address)
}
