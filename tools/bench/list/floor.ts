import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { serve } from '../processes.ts'

// The baseline of the list: a bare handler with one prepared statement that sends the same bytes without authentication.
const [url = '', issuer = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url, max: 10 })
pool.on('error', () => process.exit(0))

const text = `
  select g.id, c.name, s.fault_code, g.serial, g.type, g.appliance_type, s.status, s.since, c.owner_since is not null as is_owner,
    s.seq::float8 as status_seq, c.seq::float8 as service_seq,
    a.street, a.postal_code, a.city, a.country,
    k.company_type, k.status as contract_status, k.permission, k.consent_version = '1' as has_latest,
    o.id as company_id, o.name as company_name, o.email, o.phone, o.street as company_street,
    o.postal_code as company_postal_code, o.city as company_city, o.country as company_country
  from person p join connection c on c.person_id = p.id join gateway g on g.id = c.gateway_id
    join gateway_status s on s.gateway_id = g.id join address a on a.gateway_id = g.id
    join contract k on k.gateway_id = g.id and k.ended_at is null join company o on o.id = k.company_id
  where p.issuer = $1 and p.subject = $2 order by c.added_at desc, k.company_type`

type Row = Record<
  | 'id'
  | 'name'
  | 'fault_code'
  | 'serial'
  | 'type'
  | 'appliance_type'
  | 'status'
  | 'postal_code'
  | 'city'
  | 'country'
  | 'company_type'
  | 'contract_status'
  | 'permission'
  | 'company_id'
  | 'company_name'
  | 'email'
  | 'phone'
  | 'company_postal_code'
  | 'company_city'
  | 'company_country',
  string
> & {
  since: Date
  is_owner: boolean
  status_seq: number
  service_seq: number
  has_latest: boolean
  street: string[]
  company_street: string[]
}

const server = createServer((request, response) => {
  const subject = request.headers['x-subject']
  response.setHeader('content-type', 'application/json')
  void answer(subject).then((body) => response.end(body))
})

async function answer(subject: string | string[] | undefined): Promise<string> {
  const { rows } = await pool.query<Row>({ name: 'list', text, values: [issuer, subject] })
  return JSON.stringify(toList(rows))
}

function toList(rows: readonly Row[]): object {
  const ofEach = Map.groupBy(rows, ({ id }) => id)
  const items = [...ofEach.values()].flatMap((ofOne) => toItem(ofOne))
  return { items, total: items.length }
}

function toItem(rows: readonly Row[]): object[] {
  const [row] = rows
  if (!row) return []
  const item = {
    id: row.id,
    name: row.name,
    type: row.type,
    applianceType: row.appliance_type,
    gatewayStatus: row.status,
    statusSince: row.since,
    faultCode: row.fault_code,
    severity: null,
    lastEmergencyAt: null,
    statusSeq: row.status_seq,
    seq: row.status_seq + row.service_seq,
    credentials: { serial: row.serial },
    role: row.is_owner ? 'OWNER' : 'VIEWER',
    service: {
      canEditContract: row.is_owner,
      address: { street: row.street, postalCode: row.postal_code, city: row.city, country: row.country },
      contracts: rows.map(toContract),
      seq: row.service_seq,
    },
  }
  return [item]
}

function toContract(row: Row): object {
  return {
    companyType: row.company_type,
    company: {
      id: row.company_id,
      name: row.company_name,
      email: row.email,
      phone: row.phone,
      address: {
        street: row.company_street,
        postalCode: row.company_postal_code,
        city: row.company_city,
        country: row.company_country,
      },
    },
    status: row.contract_status,
    permission: row.permission,
    hasLatestConsentVersion: row.has_latest,
  }
}

server.listen(0, '127.0.0.1', () => serve((server.address() as AddressInfo).port))
