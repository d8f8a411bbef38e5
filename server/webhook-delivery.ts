import type { Registry } from 'prom-client'
import type { Pool } from 'pg'
import type { LoadedBrand } from '#brands/brand.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Job } from './jobs/periodic.ts'
import type { Log } from './log.ts'
import { dkimOf } from './notice-delivery.ts'
import { createPlainMailSender } from './notices/mail-sender.ts'
import { createClientIds } from './partners/client-ids.ts'
import { createWebhookSecrets } from './partners/webhook-secrets.ts'
import { handleFailingEndpoints } from './partners/webhooks/failing-endpoints.ts'
import { failingMail } from './partners/webhooks/failing-mail.ts'
import { createWebhookMetrics } from './partners/webhooks/metrics.ts'
import { createWebhookSender } from './partners/webhooks/sender.ts'
import { type FailingEndpoint, readWebhookBacklog } from './partners/webhooks/store.ts'
import { startWebhookDeliveries } from './partners/webhooks/webhook-deliveries.ts'
import type { Closing } from './process-end.ts'

export type WebhookProcessDependencies = {
  config: Pick<Config, 'publicUrl' | 'registryKey' | 'isDemo' | 'mail'>
  /** Sends emails to developers. */
  brand: LoadedBrand
  pool: Pool
  clock: Clock
  log: Log
  registry: Registry
}

const failingEveryMs = 60_000

/** Sends webhooks of third parties, as a part of the role `jobs`. Specification 27.7. */
export async function startWebhooks(
  dependencies: WebhookProcessDependencies,
): Promise<{ failingJob: Job; end: Closing }> {
  const { config, pool, clock, log, registry } = dependencies
  const { publicUrl, registryKey, isDemo } = config
  const sender = createWebhookSender()
  const deliveries = startWebhookDeliveries({
    pool,
    clock,
    log,
    publicUrl,
    isDemo,
    ids: createClientIds(registryKey),
    secrets: createWebhookSecrets(registryKey),
    metrics: createWebhookMetrics(registry, async () => {
      const now = clock.now()
      return { ...(await readWebhookBacklog(pool, new Date(now))), now }
    }),
    send: sender.send,
  })
  const mails = await openMails(dependencies)
  const failingJob = {
    name: 'failing webhooks',
    everyMs: failingEveryMs,
    run: async () => handleFailingEndpoints({ pool, clock, warn: mails.warn }),
  }
  const end = async (): Promise<void> => {
    await deliveries.stop()
    sender.close()
    mails.close()
  }
  return { failingJob, end }
}

/** Without a mail server no email is sent, also not later. */
async function openMails({ config, brand, clock }: WebhookProcessDependencies) {
  const { mail, publicUrl } = config
  if (!mail) return { warn: async () => true, close: () => {} }
  const { id, name, supportMail } = brand.settings
  const sender = createPlainMailSender({
    settings: mail,
    dkim: await dkimOf(mail),
    from: { name, address: mail.from.get(id) ?? supportMail },
  })
  return { warn, close: sender.close }

  async function warn(endpoint: FailingEndpoint): Promise<boolean> {
    const at = new Date(clock.now())
    const { subject, text } = failingMail(endpoint, publicUrl)
    const outcome = await sender.send({ id: endpoint.id, to: endpoint.contactEmail, subject, text, at })
    if (outcome.kind === 'unreachable' || outcome.kind === 'silent')
      throw new Error(`The email about an endpoint was not accepted: ${outcome.reason}`)
    return outcome.kind !== 'postponed'
  }
}
