import { stat } from 'node:fs/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import type { CsvPaths } from './data.ts'

const shared = `'gateway': 'varchar', 'ts': 'timestamp_ms', 'received_at': 'timestamp_ms'`

/** The smallest suitable column types of each Parquet file. Temperatures have one decimal. */
const columns: Record<keyof CsvPaths, string> = {
  status: `${shared}, 'gateway_status': 'varchar', 'heat_demand': 'boolean', 'fault_code': 'varchar'`,
  heatCurve: `${shared}, 'outdoor': 'decimal(4, 1)', 'setpoint': 'decimal(4, 1)', 'flow': 'decimal(4, 1)', 'burner': 'smallint', 'compressor': 'smallint'`,
  hc1: `${shared}, 'room': 'decimal(4, 1)', 'setpoint': 'decimal(4, 1)', 'mode': 'varchar'`,
  dhw1: `${shared}, 'temperature': 'decimal(4, 1)', 'setpoint': 'decimal(4, 1)', 'charging': 'boolean'`,
}

/**
 * Writes the rows of the CSV files as Parquet with zstd, sorted by gateway and time. Returns the size of all files in
 * bytes.
 */
export async function measureParquetBytes(files: CsvPaths): Promise<number> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  let bytes = 0
  for (const [unit, file] of Object.entries(files) as [keyof CsvPaths, string][]) {
    await connection.run(
      `copy (select * from read_csv('${file}', header = false, columns = {${columns[unit]}}) order by gateway, ts)
       to '${file}.parquet' (format parquet, compression zstd, parquet_version v2)`,
    )
    bytes += (await stat(`${file}.parquet`)).size
  }
  connection.closeSync()
  instance.closeSync()
  return bytes
}
