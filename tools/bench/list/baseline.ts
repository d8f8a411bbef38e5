import { createServer } from 'node:http'
import pg from 'pg'
import { dayMs } from '#contract/durations.ts'
import { answerAtFreePort } from '../bench-process.ts'

// The baseline of the list: a bare handler without authentication. It reads the list with one prepared statement of
// flat joins, and sends the same bytes as the portal. If there are faults of the last 24 hours, it reads them with a
// second statement.
const [url = '', issuer = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url, max: 10 })
pool.on('error', () => process.exit(0))

const text = `
  select g.id, c.name, g.serial, g.type, g.appliance_type, s.status, s.reported, s.fault_code, s.since, c.added_at,
    c.owner_since is not null as is_owner, s.seq::float8 as status_seq, c.seq::float8 as service_seq,
    a.street, a.postal_code, a.city, a.country, s.fault_changed_at > $3::timestamptz as has_fault_change,
    k.company_type, k.status as contract_status, k.permission, k.consent_version = '1' as has_latest,
    o.id as company_id, o.name as company_name, o.email, o.phone, o.street as company_street,
    o.postal_code as company_postal_code, o.city as company_city, o.country as company_country,
    u.id as support_id, u.country as support_country, u.brand, u.url
  from person p join connection c on c.person_id = p.id join gateway g on g.id = c.gateway_id
    left join gateway_status s on s.gateway_id = g.id left join address a on a.gateway_id = g.id
    left join contract k on k.gateway_id = g.id and k.ended_at is null left join company o on o.id = k.company_id
    left join support_company u on u.id = k.support_company_id
  where p.issuer = $1 and p.subject = $2 and g.brand = $4 and (c.ends_at is null or c.ends_at > $5::timestamptz)
  order by c.added_at desc, g.serial, k.company_type`

const faultsText = `
  select f.gateway_id as id, f.at, d.code is not null as emergency
  from fault_change f left join fault_description d on d.code = f.code and d.emergency
  where f.gateway_id = any ($1::uuid[]) order by f.gateway_id, f.at`

type Row = Record<string, unknown> & {
  id: string
  since: Date
  added_at: Date
  status_seq: number
  service_seq: number
}
type Change = { id: string; at: Date; emergency: boolean }

const server = createServer((request, response) => {
  const subject = request.headers['x-subject']
  response.setHeader('content-type', 'application/json')
  void listAnswer(subject).then((body) => response.end(body))
})

async function listAnswer(subject: string | string[] | undefined): Promise<string> {
  const now = Date.now()
  const values = [issuer, subject, new Date(now - dayMs), 'cedar', new Date(now)]
  const { rows } = await pool.query<Row>({ name: 'list', text, values })
  const faulty = rows.filter((row) => row['has_fault_change'] || isFault(row))
  const changes = faulty.length === 0 ? [] : await readChanges(faulty.map(({ id }) => id))
  const ofEach = Map.groupBy(rows, ({ id }) => id)
  const items = [...ofEach.values()].flatMap((ofOne) => toItem(ofOne, changes, now))
  return JSON.stringify({ items, total: items.length })
}

async function readChanges(ids: readonly string[]): Promise<Change[]> {
  return (await pool.query<Change>({ name: 'faults', text: faultsText, values: [ids] })).rows
}

function lastEmergencyOf({ id, added_at: addedAt }: Row, changes: readonly Change[], now: number): string | null {
  const own = changes.filter((change) => change.id === id)
  const ends = own.flatMap(({ emergency }, index) => (emergency ? [own[index + 1]?.at.getTime() ?? now] : []))
  const last = Math.max(...ends)
  return last > Math.max(now - dayMs, addedAt.getTime()) ? new Date(last).toISOString() : null
}

function toItem(rows: readonly Row[], changes: readonly Change[], now: number): object[] {
  const [row] = rows
  if (!row) return []
  const { id, name, type, serial, reported, street, city, country } = row
  const { is_owner: isOwner, since, added_at: addedAt, status_seq: statusSeq, service_seq: seq } = row
  const item = {
    id,
    name,
    type,
    applianceType: row['appliance_type'],
    gatewayStatus: row['status'],
    statusSince: since > addedAt ? since : addedAt,
    faultCode: row['fault_code'],
    severity: isFault(row) ? reported : null,
    lastEmergencyAt: changes.length === 0 ? null : lastEmergencyOf(row, changes, now),
    role: isOwner ? 'OWNER' : 'VIEWER',
    seq: statusSeq + seq,
    statusSeq,
    credentials: { serial },
    service: {
      canEditContract: isOwner,
      address: { street, postalCode: row['postal_code'], city, country },
      contracts: rows.map(toContract),
      seq,
    },
  }
  return [item]
}

function isFault({ reported }: Row): boolean {
  return reported === 'ERROR' || reported === 'WARNING'
}

function toContract(row: Row): object {
  const { email, phone, permission } = row
  const { company_street: street, company_postal_code: postalCode, company_city: city, company_country: country } = row
  return {
    companyType: row['company_type'],
    company: {
      id: row['company_id'],
      name: row['company_name'],
      email,
      phone,
      address: { street, postalCode, city, country },
    },
    status: row['contract_status'],
    permission,
    hasLatestConsentVersion: row['has_latest'],
  }
}

await answerAtFreePort(server)
