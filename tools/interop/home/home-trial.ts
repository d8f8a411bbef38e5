import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { type MqttClient, connectAsync } from 'mqtt'
import { minuteMs } from '#contract/durations.ts'
import { gatewaySwitchPath } from '#stand-ins/stickers/stickers-page.ts'
import { demoClients } from '../../../scripts/demo/programs.ts'
import { findFreePorts } from '../../../scripts/free-ports.ts'
import type { ServiceProcess } from '../../../scripts/processes/service-process.ts'
import { retryUntilTimeout } from '../../cluster/retry-until-timeout.ts'
import { unpackDebianPrograms } from '../debian-programs.ts'
import { startDemoOfTrial } from '../start-demo.ts'
import type { DemoOwner } from '../demo-owner.ts'
import type { Trial } from '../trial.ts'
import { startBridge, startMosquitto, startNodeRed } from './home-programs.ts'

const soonMs = minuteMs

/**
 * The time limit for the first values, in ms. A grant shares only later reports. A simulated gateway sends its next
 * report within two minutes of its start, and the bridge reads once a minute.
 */
const firstValuesTimeoutMs = 200_000
/**
 * The time limit for the status OFFLINE, in ms. It is longer than one and a half times the keep-alive, after which the
 * listener closes a silent connection.
 */
const offlineTimeoutMs = 180_000

/**
 * Tests the bridge with mosquitto as the broker of the home. Node-RED and Home Assistant's validator read the
 * messages.
 */
export async function runHomeTrial(trial: Trial): Promise<void> {
  const { folder, printPassed, runAtEnd } = trial
  const broker = await findFreePorts(2)
  await startMosquitto(trial, broker)
  const client = await connectAsync(`mqtt://127.0.0.1:${broker}`)
  runAtEnd(async () => client.endAsync(true))
  const home = await followHome(client)
  const messages = await startNodeRed(trial, { own: broker + 1, broker })
  const { portalUrl, ports, owner } = await startDemoOfTrial(trial, 'home')

  const tokenFile = join(folder, 'bridge-token.json')
  await rm(tokenFile, { force: true })
  const settings = {
    PORTAL_URL: portalUrl,
    CLIENT_ID: demoClients.bridge.id,
    BROKER_URL: `mqtt://127.0.0.1:${broker}`,
    TOKEN_FILE: tokenFile,
  }
  const bridge = await startBridge(trial, settings)
  const shared = await owner.share(await printedCode(bridge))
  const devices = await home.see((topics) => {
    const found = Object.keys(topics).filter((topic) => topic.startsWith('homeassistant/device/'))
    expect(found).toHaveLength(shared.length)
    expect(topics['heating/bridge']).toBe('online')
    expect(Object.keys(topics).filter((topic) => topic.endsWith('/hc1/roomTemperature'))).toHaveLength(shared.length)
    return found.map((topic) => topics[topic] ?? '')
  }, firstValuesTimeoutMs)
  printPassed(`the installed package signs in by code and publishes ${shared.length} devices with their values`)

  await checkDiscovery(trial, devices)
  printPassed('the descriptions follow the rules of Home Assistant, checked by voluptuous')
  await retryUntilTimeout(soonMs, async () =>
    expect(await readFile(messages, 'utf8')).toMatch(/heating\/\S+\/roomTemperature [\d.]+/u),
  )
  printPassed('Node-RED reads the values of the same topics')

  await switchOff(owner, `http://localhost:${ports.stickers}`)
  await home.see((topics) => {
    const availability = Object.entries(topics).filter(([topic]) => topic.endsWith('/availability'))
    expect(availability.map(([, payload]) => payload).toSorted()).toEqual(['offline', 'online', 'online'])
  }, offlineTimeoutMs)
  printPassed('a gateway that is switched off becomes unavailable')

  await restart(trial, { bridge, settings, home })
  const begun = performance.now()
  for (const id of shared) await owner.endSharing(id)
  await home.see((topics) => expect(topics['heating/bridge']).toBe('offline'))
  printPassed(
    `after the owner ended the access everything is unavailable, within ${Math.ceil(performance.now() - begun)} ms`,
  )
}

type Home = Awaited<ReturnType<typeof followHome>>

/** Subscribes to all topics, and stores the last message of each topic. */
async function followHome(client: MqttClient) {
  const topics: Record<string, string> = {}
  client.on('message', (topic, payload) => (topics[topic] = payload.toString()))
  await client.subscribeAsync('#')
  return {
    see: async <Result>(check: (topics: Record<string, string>) => Result, withinMs = soonMs): Promise<Result> =>
      retryUntilTimeout(withinMs, async () => check(topics)),
  }
}

/**
 * Kills the bridge, and expects that the broker publishes `offline`. Then starts the bridge again, which signs in
 * without a code.
 */
async function restart(
  trial: Trial,
  { bridge, settings, home }: { bridge: ServiceProcess; settings: Record<string, string>; home: Home },
): Promise<void> {
  bridge.signal('SIGKILL')
  await home.see((topics) => expect(topics['heating/bridge']).toBe('offline'))
  await startBridge(trial, settings)
  await home.see((topics) => expect(topics['heating/bridge']).toBe('online'))
  trial.printPassed('a killed bridge is offline, and the next one continues without a code')
}

async function printedCode({ logPath, logStart }: ServiceProcess): Promise<{ address: string; userCode: string }> {
  return retryUntilTimeout(soonMs, async () => {
    const log = (await readFile(logPath)).subarray(logStart).toString()
    const [, address = '', userCode = ''] = /open (\S+) and enter the code (\S+)\.\n/u.exec(log) ?? []
    expect(userCode).not.toBe('')
    return { address, userCode }
  })
}

async function checkDiscovery(trial: Trial, payloads: readonly string[]): Promise<void> {
  const { run } = await unpackDebianPrograms(trial, 'voluptuous', ['python3-voluptuous'])
  const script = join(import.meta.dirname, 'check_discovery.py')
  for (const input of payloads) await run('python3', [script], { input })
}

/** Switches the owner's first gateway off with the form on the page of stickers. */
async function switchOff(owner: DemoOwner, stickersUrl: string): Promise<void> {
  const { items } = await owner.call<{ items: { credentials: { serial: string } }[] }>('GET', '/api/2/connections')
  const serial = items[0]?.credentials.serial ?? ''
  const answer = await fetch(`${stickersUrl}${gatewaySwitchPath}?serial=${serial}&to=off`, { method: 'POST' })
  expect(answer.ok).toBe(true)
}
