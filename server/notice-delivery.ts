import { readFile } from 'node:fs/promises'
import type { Registry } from 'prom-client'
import { readLinkContent } from './appliances/access/read-link.ts'
import { originOf } from './brand-origin.ts'
import type { Config } from './config.ts'
import { readSampleCatalogue } from './faults/sample-catalogue.ts'
import { describeFaults } from './faults/routes.ts'
import { type DeliveryLoopDependencies, startDeliveryLoop } from './notices/delivery/delivery-loop.ts'
import { createLinkSealer } from './notices/link-mails/sealed-link.ts'
import { type MailDependencies, createMailSender, maxConcurrentMails } from './notices/mail-sender.ts'
import { createDeliveryMetrics } from './notices/delivery/metrics.ts'
import type { WordDependencies } from './notices/read-occasion.ts'
import { createPushSender, maxConcurrentPushes } from './notices/push-sender.ts'
import { type DeliveryChannel, readBacklog } from './notices/delivery/store.ts'
import { createUnsubscribeTokens } from './notices/unsubscribe/tokens.ts'
import type { ProcessDependencies } from './portal-process.ts'
import type { Closing } from './process-end.ts'
import { withErrorMessage, fileErrorMessage } from './start-error.ts'

type RecordingDependencies = Pick<DeliveryLoopDependencies, 'pool' | 'bus' | 'channels' | 'clock'>

/**
 * Starts to send notices on the channels that the operator has configured, as a part of the role `jobs`. Returns a
 * function that stops it.
 */
export async function startNoticeDelivery(
  { config, brands, log, registry }: Pick<ProcessDependencies, 'config' | 'brands' | 'log' | 'registry'>,
  recording: RecordingDependencies,
): Promise<Closing> {
  const words = await wordsOf({ config, brands }, recording)
  const metrics = metricsOf(config, registry, recording)
  const { mail, webPush } = config
  const closings: Closing[] = []
  if (mail) {
    const sender = createMailSender({
      ...words,
      settings: mail,
      dkim: await readDkimKey(mail),
      clock: recording.clock,
      emailTrust: config.oidc.emailVerified,
      openLink: createLinkOpener(config, recording),
    })
    const parts = { ...recording, log, metrics, deliver: sender.deliver, maxConcurrent: maxConcurrentMails }
    const deliveries = startDeliveryLoop({ ...parts, channel: 'mail' })
    closings.push(async () => {
      await deliveries.stop()
      sender.close()
    })
  }
  if (webPush) {
    const sender = createPushSender({ ...words, settings: webPush, clock: recording.clock })
    const parts = { ...recording, log, metrics, deliver: sender.deliver, maxConcurrent: maxConcurrentPushes }
    const deliveries = startDeliveryLoop({ ...parts, channel: 'push' })
    closings.push(async () => {
      await deliveries.stop()
      sender.close()
    })
  }
  return async () => void (await Promise.all(closings.map((end) => end())))
}

async function wordsOf(
  { config, brands }: Pick<ProcessDependencies, 'config' | 'brands'>,
  { pool }: RecordingDependencies,
): Promise<WordDependencies> {
  const sample = await readSampleCatalogue()
  return {
    brandOf: (id) => brands.brands.get(id) ?? brands.defaultBrand,
    originOf: (brand) => originOf(config, brand),
    describeFault: async (code, language) => {
      const [description = null] = await describeFaults({ pool, sample }, { codes: [code], language })
      return description
    },
    unsubscribe: createUnsubscribeTokens(config.registryKey),
  }
}

/**
 * Creates the function that reads the invitation or hand-over of a link when its email is about to be sent. The
 * function returns null if the invitation or hand-over has ended.
 */
export function createLinkOpener(
  { registryKey }: Pick<Config, 'registryKey'>,
  { pool, clock }: Pick<RecordingDependencies, 'pool' | 'clock'>,
): MailDependencies['openLink'] {
  const sealer = createLinkSealer(registryKey)
  return async (link) => {
    const token = sealer.open(link)
    const found = token === null ? null : await readLinkContent(pool, { token, now: clock.now() })
    return token === null || found === null ? null : { ...found, token }
  }
}

/** Reads the DKIM key; returns null if the settings name none. @throws SettingError if the file cannot be read */
export async function readDkimKey({ dkim }: NonNullable<Config['mail']>) {
  if (dkim === null) return null
  const privateKey = await withErrorMessage(readFile(dkim.keyFile, 'utf8'), fileErrorMessage('DKIM_KEY', dkim.keyFile))
  return { domainName: dkim.domain, keySelector: dkim.selector, privateKey }
}

function metricsOf({ mail, webPush }: Config, registry: Registry, { pool, clock }: RecordingDependencies) {
  const channels: DeliveryChannel[] = [...(mail ? ['mail' as const] : []), ...(webPush ? ['push' as const] : [])]
  return createDeliveryMetrics(registry, channels, async (channel) => {
    const now = clock.now()
    return { ...(await readBacklog(pool, { channel, now: new Date(now) })), now }
  })
}
