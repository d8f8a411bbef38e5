import { computeBridgeRetryMs, runBridge } from './bridge.ts'
import { connectHomeBroker } from './home-broker.ts'
import { systemBridgeClock } from './clock.ts'
import { createPortalClient } from './portal-client.ts'
import { type BridgeSettings, SettingsError, readBridgeSettings } from './settings.ts'
import { AccessEndedError, discoverAuthorizationServer, signInWithCode } from './sign-in.ts'
import { openTokenFile } from './token-file.ts'
import { createTopics } from './topics.ts'

// Publishes the appliances that an owner shares to the owner's MQTT broker, until SIGINT or SIGTERM.

const stop = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort())

const print = (line: string): void => console.log(line)

try {
  await run()
} catch (error) {
  if (!stop.signal.aborted) {
    console.error(sentenceFor(error as Error))
    process.exitCode = 1
  }
}

async function run(): Promise<void> {
  const settings = readBridgeSettings(process.argv.slice(2), process.env)
  const { portalUrl, tokenFile } = settings
  const { signal } = stop
  const topics = createTopics(settings)
  const file = openTokenFile(tokenFile)
  const configuration = await discover(settings)
  const access = await signInWithCode({ configuration, file, clock: systemBridgeClock, print, signal })
  const portal = createPortalClient({ portalUrl, access })
  try {
    await runBridge({
      portal,
      portalUrl,
      topics,
      connect: (receivers) => connectHomeBroker({ settings, topics, print, ...receivers }),
      clock: systemBridgeClock,
      print,
      signal,
    })
  } catch (error) {
    if (error instanceof AccessEndedError) await file.remove()
    throw error
  }
}

/**
 * Retries until the portal answers, because after a power cut the bridge may start before the internet connection does.
 */
async function discover(settings: BridgeSettings): ReturnType<typeof discoverAuthorizationServer> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await discoverAuthorizationServer(settings)
    } catch (error) {
      stop.signal.throwIfAborted()
      if (failures === 0) print(`${settings.portalUrl} does not answer as a portal, trying again: ${messageOf(error)}`)
      await systemBridgeClock.wait(computeBridgeRetryMs(failures + 1, error as Error), stop.signal)
    }
  }
}

function sentenceFor(error: Error): string {
  if (error instanceof SettingsError) return error.message
  if (error instanceof AccessEndedError)
    return `${error.message}. Start the bridge again to sign in; in your home automation everything is unavailable until then.`
  return `The bridge has stopped: ${messageOf(error)}`
}

function messageOf(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error ? `${message} (${cause.message})` : message
}
