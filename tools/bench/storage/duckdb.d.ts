/** The types of the used part of DuckDB, so that types are also checked if the package is not installed. */
declare module '@duckdb/node-api' {
  type Connection = { run(sql: string): Promise<unknown>; closeSync(): void }

  export const DuckDBInstance: {
    create(path: string): Promise<{ connect(): Promise<Connection>; closeSync(): void }>
  }
}
