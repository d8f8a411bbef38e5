import type { ColumnType, Generated } from 'kysely'
import type { ApplianceType, GatewayStatus, GatewayType } from '#contract/appliance.ts'
import type { ExportFailure, ExportSource, ExportState } from '#contract/data-export.ts'
import type { ContractStatus, Permission } from '#contract/provider.ts'

/** Written as a Date or RFC 3339 text, read as a Date. */
type Instant = ColumnType<Date, Date | string, Date | string>
type MaybeInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

export type PersonTable = {
  id: Generated<string>
  issuer: string
  subject: string
  email: string | null
  first_name: string | null
  last_name: string | null
  contact_email: string | null
  contact_phone: string | null
  phone_country_code: string | null
  country: string | null
  created_at: Generated<Date>
}

export type GatewayTable = {
  id: Generated<string>
  serial: string
  type: GatewayType
  appliance_type: ApplianceType
  brand: string
  claim_digest: Buffer
  device_key_digest: Buffer
  registered_at: Generated<Date>
}

export type ConnectionTable = {
  person_id: string
  gateway_id: string
  added_at: Instant
  owner_since: MaybeInstant
}

export type AddressTable = {
  gateway_id: string
  street: string[]
  postal_code: string
  city: string
  country: string
}

export type CompanyTable = {
  id: string
  name: string
  email: string | null
  phone: string | null
  street: string[]
  postal_code: string
  city: string
  country: string
  brands: string[]
  accepts_automatically: boolean
  return_addresses: Generated<string[]>
}

/** Written by the database itself. */
export type CompanyWordTable = { country: string; brand: string; word: string; line: string; company_id: string }

export type CompanySpellingTable = { country: string; part: string; word: string }

export type SupportCompanyTable = { id: string; country: string; brand: string; url: string }

export type ContractTable = {
  id: Generated<string>
  gateway_id: string
  company_type: 'SUPPORT' | 'ASA'
  company_id: string | null
  support_company_id: string | null
  status: ContractStatus
  permission: Permission
  consent_version: string
  consent_language: string
  consented_at: Instant
  consented_by: string | null
  created_at: Instant
  answered_at: MaybeInstant
  ended_at: MaybeInstant
  ended_by: string | null
}

export type ConsentTable = {
  id: Generated<string>
  contract_id: string
  version: string
  language: string
  given_at: Instant
  given_by: string | null
}

export type ServiceEventTable = {
  id: Generated<string>
  gateway_id: string
  at: Instant
  kind: string
  contract_id: string | null
  person_id: string | null
}

export type GatewayStatusTable = {
  gateway_id: string
  status: GatewayStatus
  reported: GatewayStatus
  since: Instant
  reported_at: MaybeInstant
  last_seen_at: Instant
  last_client: string | null
  newest: ColumnType<Partial<Record<string, number>>, string | undefined, string>
  seq: string
  told_at: MaybeInstant
}

export type TelemetryTable = {
  gateway_id: string
  unit: string
  ts: Instant
  received_at: Instant
  seq: string
  payload: ColumnType<Record<string, unknown>, string, string>
}

export type SubscriptionTable = { person_id: string; gateway_id: string; units: string[] }

export type SignInAttemptTable = {
  state_digest: Buffer
  browser_digest: Buffer
  /** Nonce and PKCE verifier, encrypted. */
  secrets: Buffer
  return_to: string
  expires_at: Instant
}

export type SessionTable = {
  id_digest: Buffer
  person_id: string
  refresh_token: Buffer | null
  access_token: Buffer
  access_expires_at: Instant
  renew_at: Instant
  id_token: Buffer
  created_at: Instant
  expires_at: Instant
  renewed_at: Instant
  /** Until then one process alone may use the refresh token. */
  renewal_claimed_until: MaybeInstant
}

/** What is known of access tokens besides the last of each session. */
export type SessionTokenTable = {
  token_digest: Buffer
  session_digest: Buffer
  expires_at: Instant
  ended: Generated<boolean>
}

export type RateLimitTable = { key: string; points: number; expire: string | null }

/** The tables as Kysely sees them; what is true stands in migrations/ and schema.sql. */
export type DataExportTable = {
  id: Generated<string>
  gateway_id: string
  person_id: string
  /** Days as `YYYY-MM-DD`; read them by to_char, since pg would make a Date of local time. */
  from_day: string
  to_day: string
  sources: ExportSource[]
  language: string
  created_at: Instant
}

export type DataExportFileTable = {
  id: Generated<string>
  export_id: string
  source: ExportSource
  name: string
  state: ExportState
  reason: ExportFailure | null
  progress: Generated<number>
  starts: Generated<number>
  failures: Generated<number>
  retry_at: MaybeInstant
  bytes: ColumnType<string | null, number | null | undefined, number | null>
  rows: ColumnType<string | null, number | null | undefined, number | null>
  sha256: string | null
  ready_at: MaybeInstant
  expires_at: MaybeInstant
}

export type DataExportLeftoverTable = { file_id: string }

export type StatusChangeTable = { id: Generated<string>; gateway_id: string; at: Instant; status: GatewayStatus }

export type Tables = {
  person: PersonTable
  gateway: GatewayTable
  connection: ConnectionTable
  address: AddressTable
  company: CompanyTable
  company_word: CompanyWordTable
  company_spelling: CompanySpellingTable
  support_company: SupportCompanyTable
  contract: ContractTable
  consent: ConsentTable
  service_event: ServiceEventTable
  gateway_status: GatewayStatusTable
  telemetry: TelemetryTable
  subscription: SubscriptionTable
  sign_in_attempt: SignInAttemptTable
  session: SessionTable
  session_token: SessionTokenTable
  rate_limit: RateLimitTable
  data_export: DataExportTable
  data_export_file: DataExportFileTable
  data_export_leftover: DataExportLeftoverTable
  status_change: StatusChangeTable
}
