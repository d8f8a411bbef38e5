/** The part of DuckDB that a benchmark uses, so that types are checked also where the package is not installed. */
declare module '@duckdb/node-api' {
  type Connection = { run(sql: string): Promise<unknown>; closeSync(): void }

  export const DuckDBInstance: {
    create(path: string): Promise<{ connect(): Promise<Connection>; closeSync(): void }>
  }
}
