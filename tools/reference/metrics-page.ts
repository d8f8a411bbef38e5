import { globSync, readFileSync } from 'node:fs'
import { formatMarkdownTable } from './markdown-table.ts'

type Metric = { name: string; help: string; labels: string; role: string }

/** The roles that answer requests of people and third parties. */
const serving = '`api`, `push`, `partners`'

/**
 * The roles whose processes have a metric. The key is the name of the metric, or the file or folder of `server` that
 * defines the metric.
 */
const rolesOf = new Map([
  ['audit', serving],
  ['client-log', serving],
  ['database', 'all'],
  ['exports', '`jobs`'],
  ['gateway_portal_partitions_ahead_seconds', '`jobs`'],
  ['http', serving],
  ['jobs', '`jobs`'],
  ['live/bus', 'all'],
  ['live/bus/metrics.ts', serving],
  ['live/ingest', '`ingest`'],
  ['live/push', '`push`'],
  ['notices', '`jobs`'],
  ['partners/programs/metrics.ts', '`jobs`'],
  ['partners/partner-refusal-counter.ts', serving],
  ['partners/webhooks/metrics.ts', '`jobs`'],
  ['telemetry/damage-recorder.ts', `${serving}, \`jobs\``],
  ['telemetry/metrics.ts', '`jobs`'],
])

const metric =
  /\bname: '(gateway_portal_\w+)',\s+help:\s+(?:'([^'\n]+)'|"([^"\n]+)"),?\s(?:\s*labelNames(?:: \[([^\]]*)\])?)?/gu

/**
 * The reasons for which `/readyz` answers 503. Each row has the reason, its meaning, and the reaction of a balancer.
 */
const reasons = [
  ['`ending`', 'the process shuts down', 'uses other processes'],
  ['`database-unreachable`', 'the database does not answer', 'finds the same everywhere: answers 503'],
  ['`database-read-only`', 'the database accepts no writes', 'uses processes that reach the primary'],
  ['`jobs-stalled`', 'no job of this process succeeded for 2 minutes', 'is not concerned'],
  ['`no-answer`', 'a check took longer than 2 s', 'uses other processes'],
]

/** Generates the reference page of the portal's own metrics and of the health checks. */
export function renderMetricsPage(): string {
  const rows = productMetrics().map(({ name, help, labels, role }) => [`\`${name}\``, role, labels, help])
  return `# Metrics and health

Prometheus reads \`/metrics\` on \`METRICS_PORT\` of each process. Besides the metrics below there are \`process_…\` and \`nodejs_…\` of Node. A metric
that asks the database has no value while the database does not answer. \`npm run reference\` writes this page from the code. Alerts are in
[deploy/prometheus](../../deploy/prometheus/alerts.yaml), a dashboard is in [deploy/grafana](../../deploy/grafana/gateway-portal.json).

${formatMarkdownTable(['metric', 'role', 'labels', 'meaning'], rows)}

## Health

\`/livez\` answers 200 while the process lives. \`/readyz\` answers 200 while it can work, otherwise 503 with a reason. Both are on \`METRICS_PORT\`,
for \`api\`, \`push\` and \`partners\` also on \`PORT\`.

${formatMarkdownTable(['reason', 'meaning', 'a balancer'], reasons)}

A process with a read-only database still answers reads. nginx does not ask \`/readyz\`.
`
}

function productMetrics(): Metric[] {
  const metrics = globSync('server/**/*.ts')
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap(metricsOf)
  return metrics.toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}

function metricsOf(path: string): Metric[] {
  const ofFile = rolesOf.get(path.slice('server/'.length)) ?? rolesOf.get(folderWithRoles(path)) ?? 'all'
  return [...readFileSync(path, 'utf8').matchAll(metric)].map(([, name = '', single, double, labels]) => ({
    name,
    help: (single ?? double ?? '').replace(/\.$/u, ''),
    labels: [...(labels ?? '').matchAll(/'(\w+)'/gu)].map(([, label]) => `\`${label}\``).join(', '),
    role: rolesOf.get(name) ?? ofFile,
  }))
}

/**
 * Returns the outermost folder of a path that has an entry in `rolesOf`; an empty text if no such folder has an entry.
 */
function folderWithRoles(path: string): string {
  const [, folder = '', inner = ''] = path.split('/')
  return [folder, `${folder}/${inner}`].find((name) => rolesOf.has(name)) ?? ''
}
