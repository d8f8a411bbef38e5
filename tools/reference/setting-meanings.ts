import type { environmentSchema } from '#server/environment.ts'

type SettingName = keyof typeof environmentSchema.shape

/**
 * The meaning of a setting. `fallback`: the value if the setting is missing; needed only if the schema does not
 * define it.
 */
type SettingMeaning = { meaning: string; fallback?: string }

/**
 * The meaning of each setting, in the groups of the reference page. Each setting in `environmentSchema` belongs to
 * exactly one group.
 */
export const settingGroups: readonly { title: string; settings: Partial<Record<SettingName, SettingMeaning>> }[] = [
  {
    title: 'Process',
    settings: {
      ROLES: { meaning: 'what the process does', fallback: 'all' },
      ONE_PROCESS: { meaning: '1: also runs `ingest` and `jobs` itself, next to other roles, as the demo does' },
      HOST: { meaning: 'address on which HTTP listens' },
      PORT: { meaning: 'port of HTTP' },
      PUBLIC_URL: {
        meaning: 'origin that people see; `https` makes cookies `Secure`',
        fallback: '`http://localhost:PORT`',
      },
      TRUSTED_PROXIES: { meaning: 'addresses or networks whose `X-Forwarded-*` headers count' },
      DRAIN_SECONDS: { meaning: 'how long an ending process serves as before, not ready', fallback: '5; demo: 0' },
      HANDOVER_SECONDS: { meaning: 'how long it then spreads the closing of connections', fallback: '10; demo: 0' },
      DEMO: { meaning: '1 accepts the known passwords of the demo; never in production' },
    },
  },
  {
    title: 'Database and bus',
    settings: {
      DATABASE_URL: { meaning: 'the database; several hosts are possible' },
      DATABASE_SESSION_URL: {
        meaning: 'the server itself, if `DATABASE_URL` is a pooler in transaction mode',
        fallback: '`DATABASE_URL`',
      },
      DATABASE_CONNECTIONS: { meaning: 'connections of one process' },
      BUS_URL: { meaning: 'NATS servers that carry the bus', fallback: 'none: PostgreSQL' },
      BUS_CA_FILE: { meaning: 'PEM file of the authority; connections must then use TLS', fallback: "Node's" },
      BUS_CREDENTIALS_FILE: { meaning: 'file of credentials (`.creds`), instead of a user in the URL' },
      BUS_PREFIX: {
        meaning: 'first part of the subjects; one for each portal on one NATS',
        fallback: '`gateway-portal`',
      },
    },
  },
  {
    title: 'Sign-in and keys',
    settings: {
      OIDC_ISSUER: { meaning: 'issuer of access tokens' },
      OIDC_AUDIENCE: { meaning: 'audience of access tokens' },
      OIDC_CLIENT_ID: { meaning: 'the portal as a confidential client' },
      OIDC_CLIENT_SECRET: { meaning: 'its secret' },
      OIDC_CLIENT_AUTH: {
        meaning: '`basic`: id and secret in the header; `post`: in the body',
        fallback: 'as the provider says',
      },
      OIDC_EMAIL_VERIFIED: { meaning: '`always` if the provider verifies each address and sends no `email_verified`' },
      OIDC_PROMPT: { meaning: 'what the provider asks at each sign-in' },
      OIDC_PROFILE_URL: { meaning: 'page on which people edit their profile', fallback: '`OIDC_ISSUER/profile`' },
      OIDC_RESOURCE: { meaning: 'the parameter `resource` (RFC 8707), if the provider needs it' },
      OIDC_SCOPE_CLAIM: { meaning: 'claim that lists the scopes' },
      OIDC_SCOPE_NAMES: { meaning: "pairs of our scope and the provider's; empty requests none" },
      SESSION_KEY: { meaning: 'encrypts tokens at rest' },
      RECEIPT_KEY: {
        meaning: '32 bytes in base64 that sign receipts of consents',
        fallback: 'derived from `REGISTRY_KEY`',
      },
      REGISTRY_KEY: { meaning: 'digests device keys and codes; must never change' },
      SECURITY_CONTACT: { meaning: 'address in `/.well-known/security.txt`' },
    },
  },
  {
    title: 'Brands, documents, page',
    settings: {
      BRAND: { meaning: 'default brand', fallback: '`cedar`' },
      BRAND_HOSTS: { meaning: 'pairs of host and brand' },
      LEGAL_DIR: { meaning: "folder of the operator's legal documents; see `legal/README.md`" },
      POLICIES_URL: { meaning: 'service with imprint and privacy statement' },
      CONSENT_VERSION: { meaning: 'latest version of the data-sharing consent' },
      CONSENT_WIDGET_URL: { meaning: 'script of the consent widget' },
      TAG_MANAGER_URL: { meaning: 'script of the tag manager' },
      TRACKING_ORIGINS: { meaning: 'origins that both scripts may use' },
      PAGE_DIR: { meaning: 'folder of the built page' },
      SERVICE_WORKER: { meaning: '0 removes the service worker from browsers: no offline page, no push messages' },
    },
  },
  {
    title: 'Gateways',
    settings: {
      MQTT_HOST: { meaning: 'address on which the listener listens' },
      MQTT_PORT: { meaning: 'its port', fallback: '`PORT` + 2' },
      MQTT_TLS_CERT: { meaning: 'PEM file of its certificate; TLS 1.2 or newer' },
      MQTT_TLS_KEY: { meaning: 'PEM file of its key' },
      MQTT_PLAIN: { meaning: '1 allows the listener without TLS, behind a balancer that ends TLS' },
      MQTT_PROXIES: { meaning: 'TCP proxies that send the PROXY protocol' },
      GATEWAY_REPORTS_PER_MINUTE: { meaning: 'reports that one gateway may send on average' },
      GATEWAY_REPORT_BURST: { meaning: 'reports that it may send at once, such as after an outage' },
      GATEWAY_MB_PER_DAY: { meaning: 'MiB of reports that it may send in 24 hours' },
    },
  },
  {
    title: 'Exports and notifications',
    settings: {
      EXPORT_STORE: { meaning: 'store of the files of exports', fallback: '`file:.data/exports`' },
      ERROR_TOLD_AFTER_SECONDS: {
        meaning: 'how long an ERROR lasts before its notification',
        fallback: '120; demo: 10',
      },
      WARNING_TOLD_AFTER_MINUTES: { meaning: 'the same for a WARNING' },
      OFFLINE_TOLD_AFTER_MINUTES: { meaning: 'the same for an OFFLINE gateway' },
      TAKEOVER_WAIT_SECONDS: { meaning: 'the longest random wait before a takeover asks for the switch' },
      SMTP_URL: { meaning: 'mail server', fallback: 'none: no email' },
      MAIL_FROM: { meaning: 'pairs of brand and sender', fallback: "the brand's `supportMail`" },
      DKIM_DOMAIN: { meaning: 'domain of the DKIM signature (RFC 6376)' },
      DKIM_SELECTOR: { meaning: 'its selector' },
      DKIM_KEY: { meaning: 'PEM file of its private key' },
      VAPID_PUBLIC_KEY: { meaning: 'public key of web push (RFC 8292)', fallback: 'none: no push' },
      VAPID_PRIVATE_KEY: { meaning: 'its private key' },
      PUSH_TEST_ORIGIN: { meaning: 'tests only: an origin that counts as a push service' },
    },
  },
  {
    title: 'Observability',
    settings: {
      METRICS_HOST: { meaning: 'address of `/metrics`, `/livez` and `/readyz`' },
      METRICS_PORT: { meaning: 'its port', fallback: '`PORT` + 4' },
      LOG_LEVEL: { meaning: 'level of the JSON lines on stdout; audit lines are always written' },
      OTEL_EXPORTER_OTLP_ENDPOINT: { meaning: 'trace collector for OTLP over HTTP', fallback: 'none: no traces' },
      OTEL_TRACES_SAMPLER_ARG: { meaning: 'share of requests and reports that is traced' },
      PROXY_TRACES: { meaning: '1 continues the traces of `TRUSTED_PROXIES`' },
    },
  },
]
