/**
 * The types of the functions of DuckDB that the benchmark uses. With them, the type check succeeds even if the
 * package is not installed.
 */
declare module '@duckdb/node-api' {
  type Connection = { run(sql: string): Promise<unknown>; closeSync(): void }

  export const DuckDBInstance: {
    create(path: string): Promise<{ connect(): Promise<Connection>; closeSync(): void }>
  }
}
