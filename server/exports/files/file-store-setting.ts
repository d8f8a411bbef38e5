/** A bucket of S3 or of a compatible store. The objects are named `<prefix><id>.zip`. */
export type S3StoreSetting = {
  kind: 's3'
  bucket: string
  prefix: string
  region: string | undefined
  endpoint: string | undefined
  pathStyle: boolean
}

/** The location of finished files: `file:<folder>` or `s3:<bucket>[/prefix][?region=…&endpoint=…&pathStyle=1]`. */
export type FileStoreSetting = { kind: 'file'; folder: string } | S3StoreSetting

const s3Form = /^s3:(?<bucket>[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(?<prefix>[^?]*))?(?:\?(?<query>.*))?$/u
const s3Options = ['region', 'endpoint', 'pathStyle']

/** Parses the setting EXPORT_STORE. Returns null if it is invalid. */
export function parseFileStoreSetting(text: string): FileStoreSetting | null {
  if (text.startsWith('file:')) return text === 'file:' ? null : { kind: 'file', folder: text.slice('file:'.length) }
  const { bucket, prefix = '', query = '' } = s3Form.exec(text)?.groups ?? {}
  const options = new URLSearchParams(query)
  if (bucket === undefined || ![...options.keys()].every((name) => s3Options.includes(name))) return null
  const endpoint = options.get('endpoint') ?? undefined
  if (endpoint !== undefined && !URL.canParse(endpoint)) return null
  return {
    kind: 's3',
    bucket,
    prefix: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`,
    region: options.get('region') ?? undefined,
    endpoint,
    pathStyle: options.get('pathStyle') === '1',
  }
}
