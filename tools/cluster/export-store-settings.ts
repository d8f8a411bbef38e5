const names = ['EXPORT_STORE', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_REGION', 'AWS_ENDPOINT_URL'] as const

/**
 * Returns the settings of the export store that are set in the environment, such as a bucket. If no such setting is
 * set, the portal stores exports in a folder that its processes share.
 */
export function readExportStoreSettings(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])))
}
