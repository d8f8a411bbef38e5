import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

/** The settings of the bridge. URLs have no trailing slash. */
export type BridgeSettings = {
  portalUrl: string
  /** The client id of the bridge, which the portal's operator publishes. */
  clientId: string
  /** The client secret; undefined for a public client. */
  clientSecret: string | undefined
  brokerUrl: string
  brokerUsername: string | undefined
  brokerPassword: string | undefined
  /** The first level of the topics on which the bridge publishes values. */
  topicPrefix: string
  /** The first level of the topics that Home Assistant reads. */
  discoveryPrefix: string
  tokenFile: string
}

/** Thrown if a setting is missing or invalid. The message is one sentence for the owner. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

const text = { type: 'string' } as const

/** Reads the settings. An option has priority over its environment variable. @throws SettingsError */
export function readBridgeSettings(args: readonly string[], env: Record<string, string | undefined>): BridgeSettings {
  const options = parse(args)
  const { portal = env['PORTAL_URL'], 'client-id': clientId = env['CLIENT_ID'] } = options
  if (portal === undefined || clientId === undefined)
    throw new SettingsError('Set --portal to the address of the portal and --client-id to the id that it names.')
  return {
    portalUrl: secureOrigin(portal),
    clientId,
    clientSecret: env['CLIENT_SECRET'],
    brokerUrl: options.broker ?? env['BROKER_URL'] ?? 'mqtt://localhost:1883',
    brokerUsername: env['BROKER_USERNAME'],
    brokerPassword: env['BROKER_PASSWORD'],
    topicPrefix: level(options['topic-prefix'] ?? env['TOPIC_PREFIX'] ?? 'heating'),
    discoveryPrefix: level(options['discovery-prefix'] ?? env['DISCOVERY_PREFIX'] ?? 'homeassistant'),
    tokenFile: options['token-file'] ?? env['TOKEN_FILE'] ?? join(homedir(), '.gateway-portal-bridge.json'),
  }
}

function parse(args: readonly string[]) {
  const options = {
    portal: text,
    'client-id': text,
    broker: text,
    'topic-prefix': text,
    'discovery-prefix': text,
    'token-file': text,
  }
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    throw new SettingsError((error as Error).message)
  }
}

/**
 * Returns the origin of the portal's URL. The URL must be https, because the bridge sends tokens to it; http is
 * allowed only for a portal on this machine. @throws SettingsError
 */
function secureOrigin(portal: string): string {
  const url = URL.parse(portal)
  if (!url) throw new SettingsError(`${portal} is not an address such as https://portal.example.`)
  if (url.protocol !== 'https:' && !isLoopback(url)) throw new SettingsError(`${portal} must begin with https://.`)
  return url.origin
}

/** Returns whether the host of a URL is this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

function level(name: string): string {
  if (!/^[\w-]+(?:\/[\w-]+)*$/u.test(name)) throw new SettingsError(`"${name}" cannot be a topic.`)
  return name
}
