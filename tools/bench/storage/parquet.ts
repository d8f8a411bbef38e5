import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import type { Pool } from 'pg'
import { to as copyTo } from 'pg-copy-streams'

/** The keys of each unit, with the smallest suitable column type. Temperatures have one decimal. */
const columnsOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  status: { gatewayStatus: 'varchar', heatDemand: 'boolean', faultCode: 'varchar' },
  heatCurve: {
    outdoorTemperature: 'decimal(4, 1)',
    flowSetpoint: 'decimal(4, 1)',
    flowTemperature: 'decimal(4, 1)',
    burnerModulation: 'smallint',
    compressorModulation: 'smallint',
  },
  hc1: { roomTemperature: 'decimal(4, 1)', roomSetpoint: 'decimal(4, 1)', operationMode: 'varchar' },
  dhw1: { temperature: 'decimal(4, 1)', setpoint: 'decimal(4, 1)', charging: 'boolean' },
}

/**
 * Writes the reports in the table `telemetry` as Parquet with zstd, sorted by gateway and time. Returns the size of
 * all files in bytes.
 */
export async function measureParquetBytes(pool: Pool, folder: string): Promise<number> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  let bytes = 0
  for (const [unit, keys] of Object.entries(columnsOf)) {
    const file = path.join(folder, `${unit}.csv`)
    await writeCsv(pool, file, { unit, keys: Object.keys(keys) })
    const columns = { gateway: 'varchar', ts: 'timestamp_ms', received_at: 'timestamp_ms', ...keys }
    const types = Object.entries(columns).map(([name, type]) => `'${name}': '${type}'`)
    await connection.run(
      `copy (select * from read_csv('${file}', header = false, columns = {${types.join(', ')}}) order by gateway, ts)
       to '${file}.parquet' (format parquet, compression zstd, parquet_version v2)`,
    )
    bytes += (await stat(`${file}.parquet`)).size
  }
  connection.closeSync()
  instance.closeSync()
  return bytes
}

async function writeCsv(pool: Pool, file: string, { unit, keys }: { unit: string; keys: string[] }): Promise<void> {
  const client = await pool.connect()
  const values = keys.map((key) => `payload->>'${key}'`)
  const utc = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS')`
  const rows = `select gateway_id, ${utc('ts')}, ${utc('received_at')}, ${values.join(', ')} from telemetry where unit = '${unit}'`
  await pipeline(client.query(copyTo(`copy (${rows}) to stdout (format csv)`)), createWriteStream(file))
  client.release()
}
