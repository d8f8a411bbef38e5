const names = ['EXPORT_STORE', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_REGION', 'AWS_ENDPOINT_URL'] as const

/** The settings of the export store that the environment has, such as a bucket. Without any, the portal uses a folder, which its processes share. */
export function exportStoreSettings(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])))
}
