import type { DeliveryAttemptResult, PartnerDelivery } from '#contract/partner-webhooks.ts'
import type { ProgramState, TestGrant } from '#contract/programs.ts'
import { maxGrantYears, sharedDatatypes, sharingPurposes } from '#contract/sharing.ts'

/** The texts of the developer page, in English only: docs/decisions/104-a-developer-page-in-english.md. */
export const developerTexts = {
  title: 'Developers',
  lead: 'Your program reads data of heating appliances that their owners share with it. It cannot write or control anything.',
  loading: 'The programs are loaded',
  loadFailed: 'The programs could not be loaded.',
  tryAgain: 'Try again',
  programs: 'Your programs',
  noPrograms: 'You have no program yet.',
  register: 'Register a program',
  registerLead:
    'A new program works at once in the sandbox, with three test appliances. To read appliances of real owners it needs the approval of the operator.',
  name: 'Name',
  nameHint: 'Owners see it when they are asked to share data.',
  redirectUri: 'Redirect URI',
  redirectUriHint:
    'Where the browser returns to your program. Leave it empty if your program only uses the device flow. In the sandbox also http://127.0.0.1 or http://localhost with any port. Separate several by spaces.',
  contactEmail: 'Contact email',
  contactEmailHint: 'For questions of the operator.',
  clientType: 'Kind of program',
  confidential: 'On a server, which keeps a secret',
  keys: 'On a server, which signs with its own keys',
  public: "On other people's devices, without a secret",
  publicKeys: 'Public keys',
  publicKeysHint:
    'A JSON Web Key Set: {"keys": [...]}, with up to 5 public keys (EC, Ed25519, or RSA of at least 2048 bits).',
  newKeysText:
    'The program then signs in by private_key_jwt (RFC 7523), with the issuer of the metadata as the audience. Its secret or its former keys stop working at once.',
  accept:
    'By registering you accept the terms for third parties below, and state that you do not act for a gatekeeper (Regulation (EU) 2023/2854, Article 5(3)).',
  working: 'Working',
  registered: 'The program is registered',
  clientId: 'Client ID',
  closed: 'It can do nothing until the operator approves it. The reason is in your notifications.',
  clientSecret: 'Client secret',
  secretOnce: 'The secret is shown only now. Store it where only your server can read it.',
  noSecret: 'This program has no secret.',
  copy: 'Copy',
  copyId: 'Copy ID',
  copySecret: 'Copy secret',
  copied: 'Copied',
  copyFailed: 'The browser does not allow copying.',
  testAppliances: 'Test appliances',
  testGrants: 'You share with the program:',
  noTestGrants: 'You share none of them with the program.',
  endGrant: 'End',
  save: 'Save',
  saved: 'Saved',
  newSecret: 'New secret',
  newSecretText: 'The old secret, or the keys instead of it, stop working at once.',
  newSecretButton: 'Create a new secret',
  approval: 'Approval',
  approvalText:
    'The operator checks the company in its register. You are notified of the decision in the portal, and by email if your address is verified. All redirect URIs must be https.',
  company: 'Company',
  registerNumber: 'Number in the commercial register',
  country: 'Country',
  requestApproval: 'Request approval',
  deliveries: 'Webhook deliveries',
  deliveriesLoading: 'The deliveries are loaded',
  deliveriesFailed: 'The deliveries could not be loaded.',
  noDeliveries: 'Nothing was sent yet. Add an endpoint with POST /partner/1/endpoints.',
  earlierTries: 'Earlier tries',
  refresh: 'Refresh',
  resend: 'Resend',
  delete: 'Delete',
  deleteText: 'Everything that people share with the program ends. This cannot be undone.',
  deleteButton: 'Delete the program',
  deleteQuestion: 'Delete this program for good?',
  deleteConfirm: 'Yes, delete it',
  cancel: 'Cancel',
  firstRequest: 'A first request',
  firstRequestText:
    'With the client ID and the secret of a program on a server, in a shell with curl and jq. The token lives 10 minutes; then get a new one:',
  makeFault:
    'Make something happen to a test appliance that you share. {"fault":null} ends the fault; a fault that lasts already is no new event:',
  ownersData: 'The data of an owner',
  ownersDataText:
    'Each owner says which appliances your program may read, and can end it at any time. In the sandbox you are the owner of your test appliances; you end a test under “Test appliances” of your program. Say what you ask for, and save it as wanted.json (an authorization detail, RFC 9396):',
  wantedValues: `Of ${sharedDatatypes.join(', ')} any; up to 24 months back (P0M without history); for ${sharingPurposes.join(', ')}; for at most ${maxGrantYears} years.`,
  deviceFlow:
    'The shortest way to an owner is the device flow (RFC 8628). A program without a secret sends -d client_id=$ID instead of -u:',
  deviceToken: 'Open that address, choose a test appliance and press Share. Then get the tokens:',
  refreshToken: 'An access token lives 10 minutes. Get the next one by the refresh token:',
  webFlow:
    'With a browser, send pushed authorization requests with PKCE (RFC 9126, RFC 7636), and the same detail as authorization_details. You can bind tokens to a key by DPoP (RFC 9449), so that a stolen token is worthless.',
  metadata: 'Metadata of the authorization server',
  openapi: 'OpenAPI document',
  webhooks: 'Verify a webhook',
  webhooksText:
    'Webhooks follow Standard Webhooks 1.0; the libraries standardwebhooks and svix verify the signature v1 by the secret. The signature v1a is Ed25519 over the same text; the publicKey of the endpoint verifies it. Without a library, in Node, with the raw body:',
  receive:
    'Save that as verify.mjs, and this next to it as receive.mjs. Start it in a second terminal with node receive.mjs:',
  addEndpoint:
    'In the first terminal and the same folder, add the endpoint. Use a public https address; only a demo portal also calls its own machine. Once the challenge is answered, events of shared appliances arrive. “Webhook deliveries” of your program shows each answer. An event says what changed; read the values with the token of its grant.',
  reference: 'API reference',
  referenceLoading: 'The reference is loaded',
  referenceFailed: 'The reference could not be loaded.',
  parameters: 'Parameters',
  body: 'Body',
  answer: 'Answer',
  noAnswer: 'No content',
  required: 'required',
  tokens: 'Access token',
  ofGrant: 'of a grant',
  ofClient: 'by client credentials',
  terms: 'Terms for third parties',
} as const

/** The kinds of access tokens, by their security scheme. The scheme `dpop` can send both kinds. */
export const tokenKindTexts: Readonly<Record<string, string>> = {
  owner: developerTexts.ofGrant,
  client: developerTexts.ofClient,
}

export const programStateTexts: Readonly<Record<ProgramState, string>> = {
  sandbox: 'Sandbox',
  requested: 'Waits for the operator',
  approved: 'Approved',
  refused: 'Refused',
  suspended: 'Suspended',
}

export const deliveryStateTexts: Readonly<Record<PartnerDelivery['state'], string>> = {
  WAITING: 'Waits',
  DELIVERED: 'Delivered',
  FAILED: 'Failed',
}

/**
 * Describes the attempts of a delivery: their number, the last answer and the time of the next attempt. Times are in
 * UTC, as in the logs of servers.
 */
export function describeDeliveryAttempts({
  tries,
  triedAt,
  status,
  dueAt,
}: Pick<PartnerDelivery, 'tries' | 'triedAt' | 'status' | 'dueAt'>): string {
  const last = triedAt === null ? 'Not tried yet' : `Last try ${describeDeliveryAttempt({ at: triedAt, status })}`
  const count = tries === 1 ? '1 try' : `${tries} tries`
  return [last, count, ...(dueAt === null ? [] : [`next ${dueAt}`])].join(' · ')
}

/** Describes a grant of a test appliance: its kinds of data and its last day, in UTC. */
export function describeTestGrant({ datatypes, until }: Pick<TestGrant, 'datatypes' | 'until'>): string {
  return `${datatypes.join(', ')} · until ${until}`
}

/** Describes one attempt: its time, and the status of its answer. */
export function describeDeliveryAttempt({ at, status }: Pick<DeliveryAttemptResult, 'at' | 'status'>): string {
  return `${at}: ${status ?? 'no answer'}`
}

/** The sentence for each broken rule, by its code. */
const rules: Readonly<Record<string, string>> = {
  required: 'Required',
  'max-length': 'Too long',
  pattern: 'Only letters, digits, spaces and the usual punctuation',
  email: 'Not an email address',
  'redirect-uri':
    'https with a public name, without fragment, user and *; only in the sandbox also http on 127.0.0.1, [::1] or localhost',
  repeated: 'Two of them are the same',
  'public-key': 'A key must be public: EC on P-256, P-384 or P-521, Ed25519, or RSA of 2048 to 8192 bits',
  'private-key': 'That is a private key. Keep it on your server, and send only the public part.',
  'not-active': 'The endpoint is not active. It must answer a challenge first.',
  gatekeeper: 'Gatekeepers cannot receive this data (Article 5(3))',
}

export function ruleTextOf(code: string): string {
  return rules[code] ?? 'Not valid'
}

/** The sentence for each refused request, by its code. */
const refusals: Readonly<Record<string, string>> = {
  'program-limit': 'You have as many programs as possible. Delete one first.',
  'program-closed': 'The operator has decided about this program. It can only be deleted.',
  'not-found': 'The program is gone.',
  'too-many-requests': 'Too many changes. Wait an hour.',
}

export function refusalSentenceOf(code: string | null): string {
  return (code === null ? null : refusals[code]) ?? 'That did not work. Try again.'
}

/** Version 1 of the terms for developers. If you change them, increase `programTermsVersion`. */
export const programTerms = [
  'You use the data only for the purpose and under the conditions that the owner agreed to, and delete it when it is no longer needed for that (Article 6(1)).',
  'You do not make it hard for owners to decide freely, and do not influence them by the design of your program (Article 6(2)(a)).',
  'You do not use the data to profile people, unless the service that the owner asked for needs it (Article 6(2)(b)).',
  'You give the data to nobody else without a contract with the owner, and never to a gatekeeper (Article 6(2)(c) and (d)).',
  'You do not use the data to build a competing appliance, or to find out about the economic situation of its manufacturer (Article 6(2)(e)).',
  'You do not use the data in a way that harms the security of the appliance or of the portal (Article 6(2)(f)).',
  'You do not prevent owners from giving their data to others (Article 6(2)(h)).',
  'You protect the data, tell owners how you handle it when they ask, and report a loss to the operator without delay.',
] as const
