import type { FailingEndpoint } from './store.ts'

/** The email to the developer of an endpoint that fails, in English as the developer page is. */
export function failingMail(
  { url, clientName, failingSince }: Pick<FailingEndpoint, 'url' | 'clientName' | 'failingSince'>,
  publicUrl: string,
): { subject: string; text: string } {
  return {
    subject: `Webhooks of ${clientName} cannot be delivered`,
    text: [
      `Deliveries to ${url} have failed since ${failingSince.toISOString()}.`,
      'We keep trying. After 5 days of failures we switch the endpoint off.',
      `Answers of your endpoint: GET ${publicUrl}/partner/1/deliveries?state=WAITING`,
      'Missed events: POST /partner/1/endpoints/{id}/recover, or GET /partner/1/events.',
    ].join('\n\n'),
  }
}
