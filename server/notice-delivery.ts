import { readFile } from 'node:fs/promises'
import type { Registry } from 'prom-client'
import { readLinkMailContent } from './appliances/access/read-link-mail-content.ts'
import { originOfBrand } from './brand-origin.ts'
import type { Config } from './config.ts'
import { readSampleCatalogue } from './faults/sample-catalogue.ts'
import { describeFaults } from './faults/routes.ts'
import { type DeliveryLoopDependencies, startDeliveryLoop } from './notices/delivery/delivery-loop.ts'
import { createLinkSealer } from './notices/link-mails/link-sealer.ts'
import { type MailSenderDependencies, createMailSender, maxConcurrentMails } from './notices/mail-sender.ts'
import { createDeliveryMetrics } from './notices/delivery/metrics.ts'
import type { NoticeTextDependencies } from './notices/read-notice-content.ts'
import { createPushSender, maxConcurrentPushes } from './notices/push-sender.ts'
import { type DeliveryChannel, readDeliveryBacklog } from './notices/delivery/store.ts'
import { createUnsubscribeTokens } from './notices/unsubscribe/unsubscribe-tokens.ts'
import type { PortalProcessDependencies } from './portal-process.ts'
import type { StopFunction } from './process-end.ts'
import { explainStartErrorOf, createFileErrorExplainer } from './start-error.ts'

type RecordingDependencies = Pick<DeliveryLoopDependencies, 'pool' | 'bus' | 'channels' | 'clock'>

/**
 * Starts to send notices on the channels that the operator has configured, as a part of the role `jobs`. Returns a
 * function that stops it.
 */
export async function startNoticeDelivery(
  { config, brands, log, registry }: Pick<PortalProcessDependencies, 'config' | 'brands' | 'log' | 'registry'>,
  recordingDependencies: RecordingDependencies,
): Promise<StopFunction> {
  const words = await wordsOf({ config, brands }, recordingDependencies)
  const metrics = metricsOf(config, registry, recordingDependencies)
  const { clock } = recordingDependencies
  const { mail, webPush } = config
  const stops: StopFunction[] = []
  if (mail) {
    const sender = createMailSender({
      ...words,
      settings: mail,
      dkim: await readDkimKey(mail),
      clock,
      emailTrust: config.oidc.emailVerified,
      openLink: createLinkedApplianceReader(config, recordingDependencies),
    })
    stops.push(startDelivery(sender, { channel: 'mail', maxConcurrent: maxConcurrentMails }))
  }
  if (webPush) {
    const sender = createPushSender({ ...words, settings: webPush, clock })
    stops.push(startDelivery(sender, { channel: 'push', maxConcurrent: maxConcurrentPushes }))
  }
  return async () => void (await Promise.all(stops.map((stop) => stop())))

  function startDelivery(
    { deliver, close }: Pick<DeliveryLoopDependencies, 'deliver'> & { close(): void },
    options: Pick<DeliveryLoopDependencies, 'channel' | 'maxConcurrent'>,
  ): StopFunction {
    const deliveries = startDeliveryLoop({ ...recordingDependencies, ...options, log, metrics, deliver })
    return async () => {
      await deliveries.stop()
      close()
    }
  }
}

async function wordsOf(
  { config, brands }: Pick<PortalProcessDependencies, 'config' | 'brands'>,
  { pool }: RecordingDependencies,
): Promise<NoticeTextDependencies> {
  const sample = await readSampleCatalogue()
  return {
    brandOf: (id) => brands.brands.get(id) ?? brands.defaultBrand,
    originOf: (brand) => originOfBrand(config, brand),
    describeFault: async (code, language) => {
      const [description = null] = await describeFaults({ pool, sample }, { codes: [code], language })
      return description
    },
    unsubscribe: createUnsubscribeTokens(config.registryKey),
  }
}

/**
 * Creates the function that reads the invitation or hand-over of a link when its email is about to be sent. The created
 * function returns null if the invitation or hand-over has ended.
 */
export function createLinkedApplianceReader(
  { registryKey }: Pick<Config, 'registryKey'>,
  { pool, clock }: Pick<RecordingDependencies, 'pool' | 'clock'>,
): MailSenderDependencies['openLink'] {
  const sealer = createLinkSealer(registryKey)
  return async (link) => {
    const token = sealer.open(link)
    const linkContent = token === null ? null : await readLinkMailContent(pool, { token, now: clock.now() })
    return token === null || linkContent === null ? null : { ...linkContent, token }
  }
}

/** Reads the DKIM key. Returns null if no DKIM key is set. @throws SettingError if the file cannot be read */
export async function readDkimKey({ dkim }: NonNullable<Config['mail']>) {
  if (dkim === null) return null
  const privateKey = await explainStartErrorOf(
    readFile(dkim.keyFile, 'utf8'),
    createFileErrorExplainer('DKIM_KEY', dkim.keyFile),
  )
  return { domainName: dkim.domain, keySelector: dkim.selector, privateKey }
}

function metricsOf({ mail, webPush }: Config, registry: Registry, { pool, clock }: RecordingDependencies) {
  const channels: DeliveryChannel[] = [...(mail ? ['mail' as const] : []), ...(webPush ? ['push' as const] : [])]
  return createDeliveryMetrics(registry, channels, async (channel) => {
    const now = clock.now()
    return { ...(await readDeliveryBacklog(pool, { channel, now: new Date(now) })), now }
  })
}
