import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { serve } from '../processes.ts'

// The floor of the list: a bare handler, one prepared statement, the same bytes, nobody asked who they are.
const [url = '', issuer = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url, max: 10 })
pool.on('error', () => process.exit(0))

const text = `
  select g.id, c.name, s.fault_code, g.serial, g.type, g.appliance_type, s.status, s.since, c.owner_since is not null as is_owner,
    a.street, a.postal_code, a.city, a.country,
    (select json_agg(json_build_object('companyType', k.company_type, 'company', json_build_object(
        'id', o.id, 'name', o.name, 'email', o.email, 'phone', o.phone, 'address', json_build_object(
          'street', o.street, 'postalCode', o.postal_code, 'city', o.city, 'country', o.country)),
      'status', k.status, 'permission', k.permission, 'hasLatestConsentVersion', k.consent_version = '1'))
     from contract k join company o on o.id = k.company_id where k.gateway_id = g.id and k.ended_at is null) as contracts
  from person p join connection c on c.person_id = p.id join gateway g on g.id = c.gateway_id
    join gateway_status s on s.gateway_id = g.id join address a on a.gateway_id = g.id
  where p.issuer = $1 and p.subject = $2 order by c.added_at desc`

type Row = Record<
  'id' | 'name' | 'fault_code' | 'serial' | 'type' | 'appliance_type' | 'status' | 'postal_code' | 'city' | 'country',
  string
> & {
  since: Date
  is_owner: boolean
  street: string[]
  contracts: unknown[]
}

const server = createServer((request, response) => {
  const subject = request.headers['x-subject']
  response.setHeader('content-type', 'application/json')
  void answer(subject).then((body) => response.end(body))
})

async function answer(subject: string | string[] | undefined): Promise<string> {
  const { rows } = await pool.query<Row>({ name: 'list', text, values: [issuer, subject] })
  return JSON.stringify({ items: rows.map(toItem), total: rows.length })
}

function toItem(row: Row): object {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    applianceType: row.appliance_type,
    gatewayStatus: row.status,
    statusSince: row.since,
    faultCode: row.fault_code,
    severity: null,
    credentials: { serial: row.serial },
    service: {
      canEditContract: row.is_owner,
      address: { street: row.street, postalCode: row.postal_code, city: row.city, country: row.country },
      contracts: row.contracts,
    },
  }
}

server.listen(0, '127.0.0.1', () => serve((server.address() as AddressInfo).port))
